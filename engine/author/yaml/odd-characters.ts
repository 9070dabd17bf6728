import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';

/** Characters that no text has, and spaces that YAML doesn't take for spaces. */
// oxlint-disable-next-line no-control-regex -- they are looked for
const control = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
const space = '[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u2060\\u3000\\ufeff]';
const anySpace = new RegExp(space);
const oddIndentation = new RegExp(`^[ \\t]*${space}`, 'm');
const oddAfterKey = new RegExp(`^[ \\t]*(?:- +)*(?:[\\w-]+:|-)(?: *)${space}`, 'm');
const oddBetweenBraces = new RegExp(`\\{[^{}\\n]*?[\\w-]+:${space}`);

/** The first character of a file that can't be seen and isn't what it seems. */
export function findOddCharacter(document: FunnelDocument): Finding | undefined {
  const { text } = document;
  const place = { in: document, path: [], code: 'yaml_syntax' as const };
  const at = text.search(control);
  if (at !== -1) {
    const message = `A character that can't be seen is here: ${codeOf(text, at)}.`;
    return { ...place, message, range: { start: at, end: at + 1 }, hint: 'Remove it, or type the line anew.' };
  }
  if (!anySpace.test(text)) return undefined;
  const odd = [oddIndentation, oddAfterKey, oddBetweenBraces].flatMap((pattern) => {
    const match = pattern.exec(text);
    return match ? [match.index + match[0].length - 1] : [];
  });
  if (odd.length === 0) return undefined;
  const start = Math.min(...odd);
  const name = text.charAt(start) === '\u00a0' ? 'a no-break space' : 'an unusual space';
  const message = `This is ${name} (${codeOf(text, start)}), which YAML doesn't take for a space.`;
  return { ...place, message, range: { start, end: start + 1 }, hint: 'Replace it with a space from the keyboard.' };
}

/** Whether a text has a character that can't be shown, or half of one. */
export function hasControlCharacter(text: string): boolean {
  return control.test(text) || /\p{Surrogate}/u.test(text);
}

function codeOf(text: string, at: number): string {
  return `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
}
