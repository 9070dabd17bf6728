import type { ShownText } from '../model.ts';
import { splitIsolated } from './typed-text.ts';

/** A text without its emphasis, links and isolates: what is read of it. */
export function plainText(text: ShownText): string {
  return typeof text === 'string' ? splitIsolated(text).join('') : text.parts.map(plainText).join('');
}
