import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { palette } from '../../content/brand.ts';
import { chromium } from 'playwright';
import { browserArgs } from '../../tests/harness/browser-args.ts';

/**
 * `node scripts/with-chromium.mjs node --import tsx scripts/pictures/draw-icons.ts`: draws the icons of the installed app from
 * the site's mark. They are kept with the sources: run it when the mark changes.
 */
const folder = 'web/public/icons';
const paths = readFileSync('web/public/favicon.svg', 'utf8')
  .match(/<path[^>]*>/g)!
  .join('');

/** `share`: how wide the mark is. Maskable icons may be cut to their inner 80 %, also as a circle. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 0.7, round: true },
  { name: 'icon-512.png', size: 512, share: 0.7, round: true },
  { name: 'icon-maskable-512.png', size: 512, share: 0.56, round: false },
  { name: 'apple-touch-icon.png', size: 180, share: 0.7, round: false },
];

const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: browserArgs, ...(executablePath && { executablePath }) });
mkdirSync(folder, { recursive: true });
for (const { name, size, share, round } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const mark = size * share;
  const place = (size - mark) / 2;
  await page.setContent(`<body style="margin:0"><svg width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${round ? size * 0.22 : 0}" fill="${palette.day.night}"/>
    <svg x="${place}" y="${place}" width="${mark}" height="${mark}" viewBox="0.5 2.9 28 28" fill="none" color="${palette.iconMark}">${paths}</svg>
  </svg>`);
  await page.screenshot({ path: path.join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();
