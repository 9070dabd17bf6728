import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Theme } from './camera.ts';
import { describeDifference, placeSize } from './compare.ts';
import {
  channels,
  readPicture,
  scale,
  shrink,
  writeMarked,
  writePicture,
  writeShrunk,
  type Picture,
} from './picture.ts';
import type { ReferenceStory } from './storybook.ts';

const references = 'tests/looks/references';
const results = 'test-results/looks';
const howToUpdate = 'If it should look so: UPDATE_LOOKS=1 npm test -- looks every-step';

/** The file of a story's reference in a theme, below the folder of references. */
export function referenceOf({ funnel, name, locale }: ReferenceStory, theme: Theme): string {
  return path.join(funnel, `${name}.${locale}-${theme}.png`);
}

/** Which funnel, which step, which language and theme. */
export function nameOf({ funnel, name, locale }: ReferenceStory, theme: Theme): string {
  return `${funnel} / ${name} (${locale}, ${theme})`;
}

/** Compares a page with its reference. Says what is wrong, with pictures of it in `test-results/looks`. */
export function compareWithReferences(story: ReferenceStory, theme: Theme, page: Picture): string | undefined {
  const file = referenceOf(story, theme);
  if (!existsSync(path.join(references, file)))
    return `${nameOf(story, theme)} is not held yet: UPDATE_LOOKS=1 npm test -- looks every-step`;
  const reference = readReference(file);
  const difference = describeDifference(page, reference);
  if (!difference) return undefined;
  const marked = new Set(difference.places.map(({ x, y }) => `${x / placeSize} ${y / placeSize}`));
  const isMarked = (x: number, y: number) => marked.has(`${Math.floor(x / placeSize)} ${Math.floor(y / placeSize)}`);
  const base = path.join(results, file.replace(/\.png$/, ''));
  mkdirSync(path.dirname(base), { recursive: true });
  writeFileSync(`${base}-expected.png`, writePicture(enlarge(reference)));
  writeFileSync(`${base}-actual.png`, writePicture(page));
  writeFileSync(`${base}-difference.png`, writeMarked(page, isMarked));
  return `${nameOf(story, theme)}: ${difference.words}. Pictures: ${base}-*.png. ${howToUpdate}`;
}

/** Holds a page as it looks now; leaves a reference alone that it is like. Says what was done. */
export function saveReferences(story: ReferenceStory, theme: Theme, page: Picture): string | undefined {
  const file = referenceOf(story, theme);
  const target = path.join(references, file);
  const isNew = !existsSync(target);
  if (!isNew && !describeDifference(page, readReference(file))) return undefined;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, writeShrunk(shrink(page)));
  return `${nameOf(story, theme)} is held ${isNew ? 'from now on' : 'as it looks now'}`;
}

/** The references that no story has any more. */
export function staleReferences(stories: readonly ReferenceStory[], themes: readonly Theme[]): readonly string[] {
  const wanted = new Set(stories.flatMap((story) => themes.map((theme) => referenceOf(story, theme))));
  if (!existsSync(references)) return [];
  const files = readdirSync(references, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.png') && !wanted.has(file)).sort();
}

/** Removes references. */
export function removeReferences(files: readonly string[]): void {
  for (const file of files) rmSync(path.join(references, file));
}

/** The reference of a story in a theme. */
export function readReference(file: string): Picture {
  return readPicture(readFileSync(path.join(references, file)));
}

/** As large as the page, to be looked at beside it. */
function enlarge({ width, height, pixels }: Picture): Picture {
  const large = { width: width * scale, height: height * scale };
  const at = (index: number) => {
    const pixel = Math.floor(index / channels);
    const [x, y] = [pixel % large.width, Math.floor(pixel / large.width)];
    return pixels[(Math.floor(y / scale) * width + Math.floor(x / scale)) * channels + (index % channels)]!;
  };
  const bytes = large.width * large.height * channels;
  return { ...large, pixels: Uint8Array.from({ length: bytes }, (_, index) => at(index)) };
}
