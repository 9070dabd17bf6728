import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright';
import { launchBrowser, openCamera, type Theme } from './camera.ts';
import { compareWithReferences, saveReferences, removeReferences, staleReferences } from './references.ts';
import { referenceStories, serveStorybook } from './storybook.ts';
import { describeTokens, heldTokens, holdTokens, readAllTokens } from './tokens.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const isUpdate = process.env['UPDATE_LOOKS'] === '1';
const stories = referenceStories();
/** Those of one language where LOOKS_LOCALE names it. */
const seen = stories.filter(({ locale }) => [locale, undefined].includes(process.env['LOOKS_LOCALE']));
let browser: Browser;
let storybook: Awaited<ReturnType<typeof serveStorybook>>;

beforeAll(async () => {
  [browser, storybook] = await Promise.all([launchBrowser(), serveStorybook()]);
});
afterAll(async () => {
  await browser.close();
  await storybook.close();
});

// Hundreds of pages in each half.
describe('every step and every result, on a phone', { timeout: 900_000 }, () => {
  test.concurrent.each([0, 1])('looks as it is held (half %i)', async (half) => {
    const camera = await openCamera(browser, storybook.url);
    const said: string[] = [];
    let order = themes;
    for (const story of seen.filter((_, index) => index % 2 === half)) {
      await camera.show(story.id);
      for (const [index, theme] of order.entries()) {
        if (index > 0) await camera.turn(theme);
        const words = (isUpdate ? saveReferences : compareWithReferences)(story, theme, await camera.take());
        if (words !== undefined) said.push(words);
      }
      order = order.toReversed();
    }
    if (isUpdate) console.log(said.join('\n') || 'Everything looks as it is held.');
    else expect(said, said.join('\n')).toEqual([]);
  });

  test('is all that is held', () => {
    const stale = staleReferences(stories, themes);
    if (isUpdate) removeReferences(stale);
    else
      expect(
        stale,
        `Nothing looks like these any more: UPDATE_LOOKS=1 npm test -- looks every-step\n${stale.join('\n')}`,
      ).toEqual([]);
  });
});

test('all colours and corners of the design are those that are held, with each accent too', async () => {
  const camera = await openCamera(browser, storybook.url);
  await camera.show(stories[0]!.id);
  const looks = await readAllTokens(camera, themes);
  if (isUpdate) return holdTokens(looks);
  const held = heldTokens();
  const said = [...new Set([...Object.keys(held), ...Object.keys(looks)])].flatMap((look) =>
    describeTokens(looks[look] ?? {}, held[look] ?? {}).map((words) => `${look}: ${words}`),
  );
  const howToUpdate = 'If it should look so: UPDATE_LOOKS=1 npm test -- looks every-step';
  expect(said, [...said, howToUpdate].join('\n')).toEqual([]);
});
