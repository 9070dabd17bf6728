import { didYouMean } from '../did-you-mean.ts';
import type { FlowRule, WordsRule } from './rule.ts';

/** In bytes: with four of them on a screen, a phone on a slow net waits about two seconds. */
export const maxPictureBytes = 100_000;

/** The pictures of steps and options are there, and not too large for a phone. */
export const pictures: FlowRule = function* ({ flow, pictures: known }) {
  if (!known) return;
  for (const { path, value } of [...flow.steps, ...flow.steps.flatMap(({ options }) => options)]) {
    const { picture } = value;
    if (picture === undefined) continue;
    const place = { in: flow.document, path: [...path, 'picture'] };
    const bytes = known.get(picture);
    if (bytes === undefined) {
      const hint = didYouMean(picture, known.keys()).hint ?? `Put it into ${pictureFolder}/.`;
      yield { ...place, code: 'picture_unknown', message: `There is no picture "${picture}".`, hint };
    } else if (bytes > maxPictureBytes) {
      yield {
        ...place,
        code: 'picture_too_large',
        message: `"${picture}" has ${kilobytes(bytes)}, and a picture has at most ${kilobytes(maxPictureBytes)}.`,
        hint: 'Make it smaller, about 600 pixels wide, or save it as WebP or AVIF.',
      };
    }
  }
};

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
