import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { SourceFile } from '../source-file.ts';
import type { SourceRange } from './tree.ts';

/** Characters that no text has, and spaces that YAML doesn't take for spaces. */
// oxlint-disable-next-line no-control-regex -- they are looked for
const control = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
const space = '[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]';
const anySpace = new RegExp(space);
const oddIndentation = new RegExp(`^[ \\t]*${space}`, 'm');
const oddAfterKey = new RegExp(`^[ \\t]*(?:- +)*(?:[\\w-]+:|-)(?: *)${space}`, 'm');
const oddBetweenBraces = new RegExp(`\\{[^{}\\n]*?[\\w-]+:${space}`);

/** Characters that nothing is seen of: a text may need them, as emoji and Arabic do, but no name and no condition. */
const invisible = '[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';
const anyInvisible = new RegExp(invisible);
const outsideComments = new RegExp(`(?<=^[^#\\n]*)${invisible}`, 'm');
const inKey = new RegExp(`(?<=^[ \\t]*(?:- +)*[\\w-]*)${invisible}(?=[\\w-]*(?:${invisible}[\\w-]*)*:(?:\\s|$))`, 'm');
const inKeyBetweenBraces = new RegExp(`(?<=[{,] *[\\w-]*)${invisible}(?=[\\w-]*: )`);
const leading = /(?<=^[ \t]*(?:- +)*(?:[\w-]+: *)?)[\u200b\u2060\ufeff]/m;
const inRecall = new RegExp(`(?<=\\{\\{[^{}|\\n]*)${invisible}(?=[^{}\\n]*\\}\\})`);

/** Other kinds of files show themselves by their first characters. */
const notText = 8;

const names: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
};

/** The first character of a file that isn't UTF-8, or that can't be seen and isn't what it seems. */
export function findOddCharacter(document: FunnelDocument, file: SourceFile, isText: boolean): Finding | undefined {
  const { text } = document;
  const place = { in: document, path: [], code: 'yaml_syntax' as const };
  const lost = text.indexOf('\ufffd');
  if (lost !== -1) return { ...place, ...explainLost(file.wrongByte, lost) };
  const at = text.search(control);
  if (at !== -1 && at < notText) {
    const message = 'This is not a file of text: it seems to be a document of another program.';
    return { ...place, message, range: { start: 0, end: 0 }, hint: 'Save it as plain text, in UTF-8.' };
  }
  if (at !== -1) {
    const message = `A character that can't be seen is here: ${codeOf(text, at)}.`;
    return { ...place, message, range: { start: at, end: at + 1 }, hint: 'Remove it, or type the line anew.' };
  }
  return findInvisible(place, text, isText) ?? findSpace(place, text);
}

type Place = Pick<Finding, 'in' | 'path' | 'code'>;

function explainLost(byte: number | undefined, at: number): Pick<Finding, 'code' | 'message' | 'hint' | 'range'> {
  const where = { code: 'file_encoding' as const, range: { start: at, end: at + 1 } };
  if (byte === undefined) {
    const message = 'A character got lost here: � stands for one that a program could not read.';
    return { ...where, message, hint: 'Type it again.' };
  }
  if (at === 0 && byte >= 0xfe) {
    const message = 'This file is saved as UTF-16, and must be UTF-8.';
    return { ...where, message, hint: `Save it as UTF-8${howToSave}` };
  }
  const meant = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  const code = byte.toString(16).toUpperCase().padStart(2, '0');
  return {
    ...where,
    message: `This file isn't saved as UTF-8: here is the byte ${code}, which is “${meant}” in Windows-1252.`,
    hint: `Open it in its own encoding, then save it as UTF-8${howToSave}`,
  };
}

const howToSave =
  '. In VS Code, click on the encoding below the text; in other editors, look for “Encoding” in “Save as”.';

/** In a flow, wherever it isn't a comment; in words, where names stand, or at the beginning of a line or a text. */
function findInvisible(place: Place, text: string, isText: boolean): Finding | undefined {
  if (!anyInvisible.test(text)) return undefined;
  const patterns = isText ? [inKey, inKeyBetweenBraces, inRecall, leading] : [outsideComments];
  const found = patterns.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
  if (found.length === 0) return undefined;
  const at = Math.min(...found);
  const others = text.split(text.charAt(at)).length - 2;
  const again = others === 0 ? '' : ` It is in this file ${others + 1} times.`;
  const name = names[text.charAt(at)] ?? 'an invisible character';
  const message = `Hidden here is ${name} (${codeOf(text, at)}).${again}`;
  return { ...place, message, range: wordAround(text, at), hint: 'Delete what is marked, and type it anew.' };
}

/** The word that an invisible character is in: to underline the character alone would show nothing. */
function wordAround(text: string, at: number): SourceRange {
  const isWord = (index: number): boolean => /[^\s,:{}[\]"'|]/.test(text.charAt(index));
  let [start, end] = [at, at + 1];
  while (start > 0 && isWord(start - 1)) start -= 1;
  while (isWord(end)) end += 1;
  return { start, end };
}

function findSpace(place: Place, text: string): Finding | undefined {
  if (!anySpace.test(text)) return undefined;
  const odd = [oddIndentation, oddAfterKey, oddBetweenBraces].flatMap((pattern) => {
    const match = pattern.exec(text);
    return match ? [match.index + match[0].length - 1] : [];
  });
  if (odd.length === 0) return undefined;
  const start = Math.min(...odd);
  const name = names[text.charAt(start)] ?? 'an unusual space';
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
