import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Camera, launchBrowser, openCamera } from './camera.ts';
import { describeDifference } from './compare.ts';
import { channels, type Picture, shrink } from './picture.ts';
import { referenceStories, type ReferenceStory, serveStorybook } from './storybook.ts';
import { describeTokens, readTokens, tokenNames } from './tokens.ts';

const stories = referenceStories();
/** Steps of all kinds and results, in both languages. */
const sample = stories.filter((_, index) => index % 37 === 3);

let browser: Browser;
let camera: Camera;
let storybook: Awaited<ReturnType<typeof serveStorybook>>;
const held = new Map<ReferenceStory, Picture>();

beforeAll(async () => {
  [browser, storybook] = await Promise.all([launchBrowser(), serveStorybook()]);
  camera = await openCamera(browser, storybook.url);
  for (const story of sample) {
    await camera.show(story.id);
    held.set(story, shrink(await camera.take()));
  }
});
afterAll(async () => {
  await browser.close();
  await storybook.close();
});

/** What is said of a story that is spoilt so. */
async function saidOf(story: ReferenceStory, css: string): Promise<string> {
  await camera.show(story.id);
  const style = await camera.page.addStyleTag({ content: css });
  const difference = describeDifference(await camera.take(), held.get(story)!);
  await style.evaluate((tag) => tag.parentNode?.removeChild(tag));
  return difference?.words ?? 'it looks the same';
}

/** The same story in another language. */
function translationOf({ funnel, name, locale }: ReferenceStory): ReferenceStory {
  return stories.find((other) => other.funnel === funnel && other.name === name && other.locale !== locale)!;
}

describe('what must be noticed', () => {
  test('everything below the heading 8 px lower, and how much it is', async () => {
    for (const story of sample) {
      expect(await saidOf(story, 'h1 { padding-top: 8px }'), story.id).toMatch(/everything is 8 px lower$/);
    }
  });

  test('only the control, or a part of a result, 8 px lower', async () => {
    const control = 'h1 ~ *, div:has(> h1) ~ *, header:has(h1) ~ * { position: relative; top: 8px }';
    for (const story of sample) expect(await saidOf(story, control), story.id).not.toBe('it looks the same');
  });

  test('any one text of some words in the other language', async () => {
    for (const story of sample.slice(0, 2)) {
      const other = translationOf(story);
      await camera.show(other.id);
      const translations = await camera.page.evaluate(seenTexts, null);
      await camera.show(story.id);
      const texts = await camera.page.evaluate(seenTexts, null);
      expect(texts.length).toBe(translations.length);
      for (const [index, text] of texts.entries()) {
        if (!/\p{L}{3}.* \p{L}{3}/u.test(text)) continue;
        await camera.page.evaluate(seenTexts, { index, text: translations[index]! });
        const difference = describeDifference(await camera.take(), held.get(story)!);
        await camera.page.evaluate(seenTexts, { index, text });
        expect(difference, `${story.id}: “${translations[index]}” instead of “${text}”`).toBeDefined();
      }
    }
  });

  test('the name of a text instead of the text', async () => {
    for (const story of sample) {
      await camera.show(story.id);
      await camera.page.evaluate(() => (document.querySelector('#storybook-root h1')!.textContent = 'steps.title'));
      expect(describeDifference(await camera.take(), held.get(story)!), story.id).toBeDefined();
    }
  });

  test('another hue of the accent that is as bright', async () => {
    // Results have buttons in it.
    const results = stories.filter(({ name }) => name.startsWith('outcome-'));
    for (const story of results.filter((_, index) => index % 9 === 0)) {
      await camera.show(story.id);
      held.set(story, shrink(await camera.take()));
      const accent = await camera.page.evaluate(() =>
        getComputedStyle(document.querySelector('#storybook-root main')!).getPropertyValue('--color-accent'),
      );
      const css = `#storybook-root * { --color-accent: oklch(from ${accent} l c calc(h + 60)); }`;
      expect(await saidOf(story, css), story.id).not.toBe('it looks the same');
    }
  });

  test('each colour, shadow and corner of the design, by itself', async () => {
    await camera.show(sample[0]!.id);
    const whole = await readTokens(camera.page);
    for (const name of tokenNames) {
      const style = await camera.page.addStyleTag({
        content: `:root { ${name}: ${otherValues[name.split('-')[2]!]} !important; }`,
      });
      const said = describeTokens(await readTokens(camera.page), whole);
      await style.evaluate((tag) => tag.parentNode?.removeChild(tag));
      expect(said).toEqual([expect.stringContaining(`${name} is `)]);
    }
  });
});

describe('what must not be noticed', () => {
  test('letters drawn twice as fine', async () => {
    const fine = await openCamera(browser, storybook.url, 2);
    for (const story of sample) {
      await fine.show(story.id);
      const page = halve(await fine.take());
      expect(describeDifference(page, held.get(story)!)?.words, story.id).toBeUndefined();
    }
    await fine.page.close();
  });

  test('heavier letters', async () => {
    for (const story of sample) {
      expect(await saidOf(story, '* { -webkit-text-stroke: 0.15px }'), story.id).toBe('it looks the same');
    }
  });

  test('a page half a pixel or a whole one aside', async () => {
    for (const moved of ['translate: 0.5px 0.4px', 'translate: 1px 1px', 'translate: -1px 0']) {
      for (const story of sample) {
        expect(await saidOf(story, `#storybook-root { ${moved} }`), `${story.id}, ${moved}`).toBe('it looks the same');
      }
    }
  });
});

/** Half as wide and high. */
function halve({ width, height, pixels }: Picture): Picture {
  const half = { width: width / 2, height: height / 2 };
  const row = width * channels;
  const meanOf = (index: number) => {
    const pixel = Math.floor(index / channels);
    const [x, y] = [pixel % half.width, Math.floor(pixel / half.width)];
    const at = 2 * y * row + 2 * x * channels + (index % channels);
    return (pixels[at]! + pixels[at + channels]! + pixels[at + row]! + pixels[at + row + channels]!) / 4;
  };
  const bytes = half.width * half.height * channels;
  return { ...half, pixels: Uint8Array.from({ length: bytes }, (_, index) => meanOf(index)) };
}

/** Something else than any token of its kind is. */
const otherValues: Readonly<Record<string, string>> = {
  color: 'rgb(1 2 3)',
  gradient: 'linear-gradient(rgb(1 2 3), rgb(4 5 6))',
  shadow: '0 1px 2px rgb(1 2 3)',
  radius: '5px',
};

interface Change {
  /** Which of the texts. */
  readonly index: number;
  readonly text: string;
}

/** The pieces of text that are seen on a page, in their order, after one of them was changed. Runs in the page. */
function seenTexts(change: Change | null): readonly string[] {
  const walker = document.createTreeWalker(document.querySelector('#storybook-root main')!, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const seen = nodes.filter(({ parentElement, data }) => {
    const isShown = parentElement!.checkVisibility() && getComputedStyle(parentElement!).clipPath === 'none';
    return isShown && /\p{L}{2}/u.test(data);
  });
  if (change) seen[change.index]!.data = change.text;
  return seen.map(({ data }) => data);
}
