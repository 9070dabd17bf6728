import type { ShownText } from '../model.ts';

/** A text without its emphasis and links: what is read of it. */
export function plainText(text: ShownText): string {
  return typeof text === 'string' ? text : text.parts.map(plainText).join('');
}
