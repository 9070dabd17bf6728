import { didYouMean } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import type { PictureFile } from '../picture-file.ts';
import type { FlowRule, WordsRule } from './rule.ts';

/** In bytes: with four of them on a screen, a phone on a slow net waits about two seconds. */
export const maxPictureBytes = 100_000;

/** The longer side: the widest place for a picture, on a screen with three pixels where others have one. */
const maxPixels = 2000;

/** What the files of each format end in; others are shown by some browsers only, or by none. */
const formats: Readonly<Record<string, { readonly name: string; readonly ends: RegExp }>> = {
  svg: { name: 'SVG', ends: /svg$/ },
  webp: { name: 'WebP', ends: /webp$/ },
  avif: { name: 'AVIF', ends: /avif$/ },
  png: { name: 'PNG', ends: /png$/ },
  jpg: { name: 'JPEG', ends: /jpe?g$/ },
};

/** The pictures of steps and options are there, are what their names say, and not too large for a phone. */
export const pictures: FlowRule = function* ({ flow, pictures: known }) {
  if (!known) return;
  for (const { path, value } of [...flow.steps, ...flow.steps.flatMap(({ options }) => options)]) {
    const { picture } = value;
    if (picture === undefined) continue;
    const place = { in: flow.document, path: [...path, 'picture'] };
    const file = known.get(picture);
    if (file === undefined) {
      const hint = didYouMean(picture, known.keys()).hint ?? `Put it into ${pictureFolder}/.`;
      yield { ...place, code: 'picture_unknown', message: `There is no picture "${picture}".`, hint };
    } else {
      const wrong = wrongWith(picture, file);
      if (wrong) yield { ...place, ...wrong };
    }
  }
};

/** What is wrong with the file of a picture; the first thing, as mending it may mend the rest. */
function wrongWith(
  picture: string,
  { bytes, content }: PictureFile,
): Pick<Finding, 'code' | 'message' | 'hint'> | null {
  if (bytes > maxPictureBytes) {
    return {
      code: 'picture_too_large',
      message: `"${picture}" has ${kilobytes(bytes)}, and a picture has at most ${kilobytes(maxPictureBytes)}.`,
      hint: makeSmaller('about 600 pixels wide'),
    };
  }
  if (!content) {
    return {
      code: 'picture_unreadable',
      message: `"${picture}" can't be read as a picture.`,
      hint: 'It may be broken, cut off or of another kind: save it again as SVG, WebP, AVIF, PNG or JPEG.',
    };
  }
  const { format, width, height } = content;
  const known = formats[format];
  if (!known?.ends.test(picture)) {
    const message = `"${picture}" is a file of the format ${known?.name ?? format.toUpperCase()}, whatever its name says.`;
    const hint = known
      ? `Name it ${picture.replace(/\w+$/, format)}, or save it again in the format of its name.`
      : 'Save it as SVG, WebP, AVIF, PNG or JPEG, which all browsers show.';
    return { code: 'picture_format', message, hint };
  }
  if (format !== 'svg' && Math.max(width, height) > maxPixels) {
    return {
      code: 'picture_too_large',
      message: `"${picture}" is ${width} × ${height} pixels, and a picture is at most ${maxPixels} wide or high.`,
      hint: makeSmaller('about 600 pixels wide on options, and 1200 on an info step'),
    };
  }
  return null;
}

/** Any program for pictures does it; this one needs no installation and sends the picture nowhere. */
function makeSmaller(width: string): string {
  return `Make it smaller, ${width}, and save it as WebP: in a browser, https://squoosh.app does both.`;
}

function kilobytes(size: number): string {
  return `${Math.ceil(size / 1000)} kB`;
}

/** Where pictures are. */
export const pictureFolder = 'web/public/pictures';

/** What a picture shows is said only where there is one. */
export const pictureTexts: WordsRule = function* ({ flow, words }) {
  for (const { document, value } of words) {
    for (const { id, sound, options } of flow.steps) {
      if (!sound || id === undefined) continue;
      for (const { key, value: option } of options) {
        const texts = value.steps?.[id]?.options?.[key];
        if (typeof texts !== 'object' || texts.alt === undefined || option.picture !== undefined) continue;
        yield {
          in: document,
          path: ['steps', id, 'options', key, 'alt'],
          target: 'key',
          code: 'text_misfit',
          message: `"${key}" has no picture: its alt would never be read.`,
          hint: 'Leave it out, or give the option a picture.',
        };
      }
    }
  }
};
