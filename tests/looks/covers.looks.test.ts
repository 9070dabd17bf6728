import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { drawPicture } from '../../scripts/pictures/draw-picture.ts';
import { launchBrowser } from './camera.ts';
import { channels, readPicture, type Picture } from './picture.ts';

type Session = Parameters<typeof drawPicture>[0];

const { sessions } = parse(readFileSync('content/sessions.yaml', 'utf8')) as {
  sessions: Record<string, Omit<Session, 'id'>>;
};

/** What is left of a cover of 88 pixels for eyes that don't look closely: a quarter of it, both ways. */
const side = 22;
/** How far one cover may be moved to look like another: an object that only stands elsewhere is the same object. */
const reach = 2;
/**
 * How much the pixels of two covers must differ on the average, of 255. Covers that differ only in their waves and stars
 * are 6 to 10 apart, and were mixed up; titles that are drawn for themselves are 13 apart and more.
 */
const threshold = 12;

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: side, height: side } });
afterAll(() => browser.close());

async function coverOf(session: Session): Promise<Picture> {
  const style = 'body{margin:0}svg{display:block;width:100vw;height:100vh}';
  await page.setContent(`<style>${style}</style>${drawPicture(session)}`);
  return readPicture(await page.screenshot());
}

function distanceOf(one: Picture, other: Picture): number {
  const moves = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  return Math.min(...moves.flatMap((down) => moves.map((right) => differenceOf(one, other, right, down))));
}

/** Of the pixels that both have when one is moved: the mean difference of their colours. */
function differenceOf(one: Picture, other: Picture, right: number, down: number): number {
  const differences: number[] = [];
  for (let y = Math.max(0, -down); y < side - Math.max(0, down); y++) {
    for (let x = Math.max(0, -right); x < side - Math.max(0, right); x++) {
      const [at, from] = [(y * side + x) * channels, ((y + down) * side + x + right) * channels];
      const [red, green, blue] = [0, 1, 2].map((channel) => one.pixels[at + channel]! - other.pixels[from + channel]!);
      differences.push(Math.hypot(red!, green!, blue!) / Math.sqrt(channels));
    }
  }
  return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
}

test('no two covers of the library look alike at 88 pixels', async () => {
  const all: (readonly [id: string, cover: Picture])[] = [];
  for (const [id, session] of Object.entries(sessions)) all.push([id, await coverOf({ id, ...session })]);
  const alike = all.flatMap(([id, cover], index) =>
    all.slice(0, index).flatMap(([other, otherCover]) => {
      const distance = distanceOf(cover, otherCover);
      return distance < threshold ? [`${id} and ${other}: ${distance.toFixed(1)}`] : [];
    }),
  );
  expect(alike, 'draw one of each pair for itself: docs/guide/content.md, Pictures').toEqual([]);
});

test('two covers of one category and voice without drawings of their own would look alike', async () => {
  const one = await coverOf({ id: 'first', category: 'sleep', voice: 'waves' });
  const other = await coverOf({ id: 'second', category: 'sleep', voice: 'waves' });
  expect(distanceOf(one, other)).toBeLessThan(threshold);
});
