const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that take the room of two: those of East Asia, and pictures. */
const wide =
  /\p{Extended_Pictographic}|[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}]/u;
const narrow = /^[ijltfrI.,:;'’|!()[\]{}\-· ]$/;
const broad = /^[mwMW@%&—…ÑÁÉÍÓÚ\p{Lu}]$/u;

/** A font, as far as it decides how much room a text takes; widths are parts of the font's size. */
export interface Face {
  widthOf(grapheme: string): number;
}

/** Every letter as wide as the others. */
export const monospace: Face = { widthOf: (grapheme) => (wide.test(grapheme) ? 1.2 : 0.605) };

/** A sans-serif: somewhat more than the common ones need, as it isn't known which one the reader has. */
export const sans: Face = {
  widthOf(grapheme) {
    if (wide.test(grapheme)) return 1.1;
    if (narrow.test(grapheme)) return 0.36;
    return broad.test(grapheme) ? 0.8 : 0.58;
  },
};

export interface Lettering {
  readonly face: Face;
  /** In pixels. */
  readonly size: number;
}

/** How much room a text takes on one line, in pixels. */
export function widthOf(text: string, { face, size }: Lettering): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += face.widthOf(segment) * size;
  return width;
}

/** Breaks a text into lines no wider than `room`: at spaces; a word that has no room on a line of its own, in itself. */
export function wrapText(text: string, room: number, lettering: Lettering): readonly string[] {
  const fits = (line: string): boolean => widthOf(line, lettering) <= room;
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/\s+/).flatMap((word, index) => breakWord(word, index > 0, fits))) {
    if (line && !fits(line + piece)) {
      lines.push(line);
      line = piece.trimStart();
    } else {
      line += line ? piece : piece.trimStart();
    }
  }
  return line ? [...lines, line] : lines;
}

/** The word in one piece if it fits; else in pieces that end in `_`, `-`, `.` or `/`, if they fit; else letter by letter. */
function breakWord(word: string, hasSpaceBefore: boolean, fits: (line: string) => boolean): readonly string[] {
  const before = hasSpaceBefore ? ' ' : '';
  if (fits(word)) return [before + word];
  const parts = word.match(/[^_\-./]*[_\-./]+|[^_\-./]+/g) ?? [];
  const pieces = parts.flatMap((part) =>
    fits(part) ? [part] : [...graphemes.segment(part)].map(({ segment }) => segment),
  );
  return pieces.map((piece, index) => (index === 0 ? before + piece : piece));
}
