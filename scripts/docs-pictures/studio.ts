import { escapeHtml } from '../../engine/escape-html.ts';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { brokenEdits, editedExample, exampleFiles, exampleId, excerpt, guide, writeFunnel } from './example.ts';
import { runFunnel } from '../funnel/program.ts';
import { serveStorybook } from '../../tests/looks/storybook.ts';

const folder = 'docs/pictures';
const maxBytes = 70_000;

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** The files whose words are in the pictures, and what the pictures were made of: the digest of each. */
const words = [
  ...['daily-emotional-reset', 'sleep-issues'].map((funnel) => `funnels/${funnel}.en.yaml`),
  ...['site', 'results', 'plan'].map((namespace) => `web/locales/en/${namespace}.yaml`),
  'api/reports/page/words/en.ts',
];
/** Of the cabinet's words those of the pages that are shown. */
const cabinetWords = ['en', 'es'].map((locale) => `web/locales/${locale}/cabinet.yaml`);
const shownParts = ['header', 'sessions', 'player', 'dashboard'];
export const digestsFile = path.join(folder, 'made-of.json');

export function digestsOfWords(): Readonly<Record<string, string>> {
  const texts = [
    [guide, JSON.stringify(exampleFiles())],
    ...words.map((file) => [file, readFileSync(file, 'utf8')]),
    ...cabinetWords.map((file) => {
      const parsed = parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
      return [file, JSON.stringify(shownParts.map((part) => parsed[part]))];
    }),
  ];
  return Object.fromEntries(texts.map(([name, text]) => [name, digestOf(text!)]));
}

/** The part of a page that is photographed. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A phone as visitors hold it. */
export const phoneSize = { width: 360, height: 640 };

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

/** Shows this document in the brand's typeface, which is left out where it isn't there at once. */
export async function showBrandTypeface(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const { style } = rules.find((rule) => rule.cssText.includes('font-display: optional')) as CSSFontFaceRule;
    const [family, src] = ['font-family', 'src'].map((name) => style.getPropertyValue(name));
    document.fonts.add(await new FontFace(family!, src!, { weight: '300 900' }).load());
  });
}

/** What a page shows, as an address to put into the `src` of an image. */
export async function photograph(page: Page, frame: Frame): Promise<string> {
  return `data:image/webp;base64,${await shoot(page, frame, 90)}`;
}

/** Writes a picture of the documentation; throws if it is too large for a page that is read on a phone. */
async function writePicture(page: Page, name: string, frame: Frame): Promise<void> {
  const file = path.join(folder, `${name}.webp`);
  writeFileSync(file, Buffer.from(await shoot(page, frame, 70), 'base64'));
  const { size } = statSync(file);
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes; at most ${maxBytes} are allowed.`);
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

const screen = { width: 1280, height: 760 };

/** The sheet and the player of a real funnel in the built Storybook. */
export async function photographStorybook(browser: Browser): Promise<void> {
  const { url, close } = await serveStorybook();
  try {
    await photographStory(browser, url, 'sleep-issues--steps', 'authoring-sheet');
    await photographStory(browser, url, 'sleep-issues--player', 'authoring-player', async (story) => {
      const stage = story.getByRole('region', { name: 'What the visitor sees' });
      await stage.getByText('See what my nights need').click();
      await stage.getByText('I wake too early and stay awake').click();
      await stage.getByRole('heading', { name: 'How long do you usually lie awake?' }).waitFor();
    });
  } finally {
    await close();
  }
}

async function photographStory(
  browser: Browser,
  url: string,
  story: string,
  name: string,
  act: (story: FrameLocator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await withPage(browser, { viewport: screen, deviceScaleFactor: 1 }, async (page) => {
    await page.goto(`${url}?path=/story/${story}&globals=motion:reduced&panel=false`);
    await finished(page);
    await act(page.frameLocator('#storybook-preview-iframe'));
    await writePicture(page, name, { x: 0, y: 0, ...screen });
  });
}

/** Waits until the story has played what it plays as a test. */
async function finished(page: Page): Promise<void> {
  await page.locator('#storybook-preview-iframe').waitFor();
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#storybook-preview-iframe')!.contentWindow!;
    const channel = Reflect.get(frame, '__STORYBOOK_ADDONS_CHANNEL__') as
      { readonly last: (event: string) => unknown } | undefined;
    return channel?.last('storyFinished') !== undefined;
  });
}

const wide = { width: 760, height: 560 };

/** The example as visitors see it, and as its author does when something is wrong. */
export async function photographSite(browser: Browser): Promise<void> {
  const root = mkdtempSync(path.join(tmpdir(), 'docs-pictures-'));
  const folder = path.join(root, 'funnels');
  writeFunnel(folder, exampleFiles());
  const site = await startLiveSite({ funnels: folder, data: path.join(root, 'data') });
  const quiz = `${site.url}${exampleId}`;
  try {
    await photographStep(browser, quiz);
    await photographResults(browser, quiz);
    await captureMistake(browser, quiz, folder);
  } finally {
    await site.stop();
    rmSync(root, { recursive: true });
  }
}

/** What is tapped where, by the words that stand there. */
type Tap = readonly [title: string, words: string];

const begin: Tap = ['How do your mornings begin?', 'Begin'];
const restedVisit: readonly Tap[] = [
  begin,
  ['How do you wake up?', 'Rested'],
  ['How much time could be yours', 'Continue'],
];
const heavyVisit: readonly Tap[] = [
  begin,
  ['How do you wake up?', 'Heavy, as if the night'],
  ['What weighs on the first hour?', 'A head full of plans'],
  ['What weighs on the first hour?', 'Continue'],
  ['How much time could be yours', 'Continue'],
];

/** Quiz 1 on a phone, for the README: its landing, a question in the dark, a result and its plan. */
export async function photographReadme(browser: Browser): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'docs-pictures-'));
  const site = await startLiveSite({ funnels: 'funnels', data });
  const viewport = { width: phoneSize.width, height: 704 };
  const frame = { x: 0, y: 0, ...viewport };
  try {
    const pictures = await withPage(browser, { viewport }, async (page) => {
      const shown: string[] = [];
      const photographNow = async () => {
        await page.mouse.move(0, 0);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        shown.push(await photograph(page, frame));
      };
      await page.goto(`${site.url}login`, { waitUntil: 'networkidle' }); // a first visit begins in another typeface
      await page.goto(`${site.url}daily-emotional-reset`);
      const step = page.locator('[data-step]');
      while (!page.url().endsWith('/results')) {
        const id = await step.getAttribute('data-step');
        await page.emulateMedia({ colorScheme: id === 'feel_every_day' ? 'dark' : 'light' });
        if (id === 'welcome' || id === 'feel_every_day') await photographNow();
        await page.locator('[data-step] :is([role="radio"], [data-tap="next"])').first().click();
        await page.waitForFunction(
          (left) => document.querySelector<HTMLElement>('[data-step]')?.dataset['step'] !== left,
          id,
        );
      }
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await photographNow();
      await page.getByRole('button', { name: 'See my plan' }).filter({ visible: true }).click();
      await page.getByRole('button', { name: 'Get my plan' }).last().waitFor();
      await photographNow();
      return shown;
    });
    await drawPage(browser, 'quiz', besideText(pictures, phoneSize.width, []));
  } finally {
    await site.stop();
    rmSync(data, { recursive: true });
  }
}

async function photographStep(browser: Browser, quiz: string): Promise<void> {
  const picture = await photographVisit(browser, quiz, [begin], 'How do you wake up?');
  const lines = [excerpt(`${exampleId}.yaml`, '- id: wake_up'), excerpt(`${exampleId}.en.yaml`, 'wake_up:')];
  await drawPage(browser, 'authoring-step', besideText([picture], phoneSize.width, lines));
}

async function photographResults(browser: Browser, quiz: string): Promise<void> {
  const results = [
    await photographVisit(browser, quiz, heavyVisit, 'Your mornings start uphill'),
    await photographVisit(browser, quiz, restedVisit, 'Your mornings have a good base'),
  ];
  await drawPage(browser, 'authoring-results', besideText(results, phoneSize.width, []));
}

/** The screen with this title, at the end of a visit. */
async function photographVisit(browser: Browser, quiz: string, taps: readonly Tap[], end: string): Promise<string> {
  return withPage(browser, { viewport: phoneSize }, async (page) => {
    await page.goto(quiz);
    for (const [title, words] of taps) {
      await page.getByRole('heading', { name: title }).waitFor();
      for (const slider of await page.getByRole('slider').all()) await slider.press('ArrowRight');
      await page.getByText(words).filter({ visible: true }).last().click();
    }
    await page.getByRole('heading', { name: end }).waitFor();
    return photograph(page, { x: 0, y: 0, ...phoneSize });
  });
}

async function captureMistake(browser: Browser, quiz: string, folder: string): Promise<void> {
  await withPage(browser, { viewport: wide, deviceScaleFactor: 1 }, async (page) => {
    await page.goto(quiz);
    await page.getByRole('heading', { name: 'How do your mornings begin?' }).waitFor();
    writeFunnel(folder, editedExample(brokenEdits.unknownStep));
    const message = page.locator('vite-error-overlay .message-body');
    await message.waitFor();
    await message.evaluate((element, here) => {
      element.textContent = element.textContent.replace(here, 'funnels');
    }, folder);
    await writePicture(page, 'authoring-mistake', { x: 0, y: 0, ...wide });
  });
}

/** A site that shows what is saved. */
interface LiveSite {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Folders {
  readonly funnels: string;
  readonly data: string;
}

/** Not that of a site which the author may be running. */
const port = 3999;

/** Runs `npm run dev` on these folders. */
export async function startLiveSite({ funnels, data }: Folders): Promise<LiveSite> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    env: { ...process.env, NODE_ENV: 'development', FUNNELS_DIR: funnels, DATA_DIR: data, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      said += String(chunk);
      if (said.includes('Live authoring:')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`The site doesn't start:\n${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const look = `
  body { margin: 0; background: #fff; }
  [data-picture] { display: inline-flex; gap: 32px; align-items: center; padding: 24px; background: #eef0f8; }
  .terminal { display: block; padding: 0; border-radius: 10px; overflow: hidden; background: #1e2130; }
  .terminal header { display: flex; gap: 8px; padding: 12px; background: #2b2f42; }
  .terminal i { width: 12px; height: 12px; border-radius: 6px; background: #575d78; }
  pre { margin: 0; padding: 20px 24px; font: 15px/1.5 'DejaVu Sans Mono', Menlo, Consolas, monospace; color: #e4e6f0; }
  .code { border-radius: 10px; background: #fff; }
  .code pre { color: #23263a; }
  .code pre + pre { border-top: 1px solid #d5d8e6; }
  .code b { display: block; color: #6a7090; font-weight: normal; }
  img { display: block; border-radius: 20px; box-shadow: 0 6px 24px #23263a30; }
`;

/** The colours that the command paints with, by their numbers in the terminal. */
const colours: Readonly<Record<string, string>> = {
  '0': '',
  '1': 'font-weight: bold',
  '31': 'color: #ff8f8f',
  '36': 'color: #7fd4e0',
  '90': 'color: #9aa0b8',
};

/** A page that looks like a terminal: what was typed, and what was said in colour. */
function terminalPage(command: string, output: string): string {
  return htmlPage(`<div data-picture><div class="terminal"><header><i></i><i></i><i></i></header>
    <pre>${escapeHtml(`$ ${command}\n\n`)}${inColour(output.trimEnd())}</pre></div></div>`);
}

/** A page with pictures beside each other, and to their right the lines of files that make them, if any are given. */
export function besideText(pictures: readonly string[], width: number, lines: readonly SourceFile[]): string {
  const images = pictures.map((picture) => `<img src="${picture}" width="${width}">`);
  const panels = lines.map(({ name, text }) => `<pre><b>${escapeHtml(name)}</b>\n${escapeHtml(text.trimEnd())}</pre>`);
  const code = panels.length === 0 ? '' : `<div class="code">${panels.join('')}</div>`;
  return htmlPage(`<div data-picture>${images.join('')}${code}</div>`);
}

function htmlPage(body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${look}</style>${body}`;
}

function inColour(text: string): string {
  const [first = '', ...parts] = text.split('\u001B[');
  const painted = parts.map((part) => {
    const [, number = '', rest = ''] = /^(\d+)m([^]*)$/.exec(part) ?? [];
    const style = colours[number];
    if (style === undefined) throw new Error(`Nobody knows the colour ${number}.`);
    return style === '' ? escapeHtml(rest) : `<span style="${style}">${escapeHtml(rest)}</span>`;
  });
  return `${escapeHtml(first)}${painted.join('')}`;
}

/** What `check` says of the broken example, as a terminal shows it. */
export async function photographCheck(browser: Browser): Promise<void> {
  const output = await say(['check', exampleId, '--against', 'nothing'], brokenEdits.missingAnswer);
  await drawPage(browser, 'authoring-check', terminalPage(`npm run funnel -- check ${exampleId}`, output));
}

/** What `graph` draws of the example. */
export async function photographFlow(browser: Browser): Promise<void> {
  const svg = await say(['graph', exampleId]);
  const lines = [excerpt(`${exampleId}.yaml`, 'steps:')];
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await drawPage(browser, 'authoring-flow', besideText([picture], 560, lines));
}

/** Runs a command on the example, or on it with an edit; its folder is called as the site's own. */
async function say(args: readonly string[], edit?: Parameters<typeof editedExample>[0]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docs-pictures-'));
  const said: string[] = [];
  const collect = (text: string) => void said.push(text);
  try {
    writeFunnel(folder, edit ? editedExample(edit) : exampleFiles());
    await runFunnel([...args, '--dir', folder], { out: collect, err: collect, colour: true, confirm: null });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return said.join('').replaceAll(folder, 'funnels');
}
