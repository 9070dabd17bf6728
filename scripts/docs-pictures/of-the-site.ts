import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright';
import { brokenEdits, editedExample, exampleFiles, exampleId, excerpt, writeFunnel } from './example.ts';
import { startLiveSite } from './live-site.ts';
import { besideText } from './panels.ts';
import { drawPage, phone, photograph, withPage, writePicture } from './studio.ts';

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
    await photographMistake(browser, quiz, folder);
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

async function photographStep(browser: Browser, quiz: string): Promise<void> {
  const picture = await photographVisit(browser, quiz, [begin], 'How do you wake up?');
  const lines = [excerpt(`${exampleId}.yaml`, '- id: wake_up'), excerpt(`${exampleId}.en.yaml`, 'wake_up:')];
  await drawPage(browser, 'authoring-step', besideText([picture], phone.width, lines));
}

async function photographResults(browser: Browser, quiz: string): Promise<void> {
  const results = [
    await photographVisit(browser, quiz, heavyVisit, 'Your mornings start uphill'),
    await photographVisit(browser, quiz, restedVisit, 'Your mornings have a good base'),
  ];
  await drawPage(browser, 'authoring-results', besideText(results, phone.width, []));
}

/** The screen with this title, at the end of a visit. */
async function photographVisit(browser: Browser, quiz: string, taps: readonly Tap[], end: string): Promise<string> {
  return withPage(browser, { viewport: phone }, async (page) => {
    await page.goto(quiz);
    for (const [title, words] of taps) {
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByText(words).last().click();
    }
    await page.getByRole('heading', { name: end }).waitFor();
    return photograph(page, { x: 0, y: 0, ...phone });
  });
}

async function photographMistake(browser: Browser, quiz: string, folder: string): Promise<void> {
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
