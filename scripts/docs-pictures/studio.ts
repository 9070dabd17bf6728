import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright';

const folder = 'docs/pictures';
const mostBytes = 60_000;

/** The part of a page that is photographed. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A phone as visitors hold it. */
export const phone = { width: 360, height: 640 };

/** Opens a page of its own, sharp and without movement, for as long as `work` takes. */
export async function withPage<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage({ deviceScaleFactor: 2, reducedMotion: 'reduce', ...options });
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

/** What a page shows, as an address to put into the `src` of an image. */
export async function photograph(page: Page, frame: Frame): Promise<string> {
  return `data:image/webp;base64,${await shoot(page, frame, 90)}`;
}

/** Writes a picture of the documentation; throws if it is too large for a page that is read on a phone. */
export async function writePicture(page: Page, name: string, frame: Frame): Promise<void> {
  const file = path.join(folder, `${name}.webp`);
  writeFileSync(file, Buffer.from(await shoot(page, frame, 70), 'base64'));
  const { size } = statSync(file);
  if (size > mostBytes) throw new Error(`${file} has ${size} bytes; at most ${mostBytes} are allowed.`);
  console.log(`${file}: ${Math.round(size / 1000)} kB`);
}

/** Writes a picture of all that this page of HTML shows. */
export async function drawPage(browser: Browser, name: string, html: string): Promise<void> {
  await withPage(browser, { viewport: { width: 1600, height: 1600 } }, async (page) => {
    await page.setContent(html, { waitUntil: 'networkidle' });
    const box = await page.locator('[data-picture]').boundingBox();
    if (!box) throw new Error(`Nothing is shown for ${name}.`);
    await writePicture(page, name, box);
  });
}

/** A picture in WebP, which Playwright itself doesn't write. */
async function shoot(page: Page, frame: Frame, quality: number): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { ...frame, scale: 1 },
  });
  return data;
}
