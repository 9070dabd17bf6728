import { monospace, sans, wrapText, type Lettering } from './wrap-text.ts';

/** The ways in which a line is written; each has its class in the drawing's style. */
export const letterings = {
  kind: { face: sans, size: 11 },
  id: { face: monospace, size: 13 },
  title: { face: sans, size: 13 },
  small: { face: sans, size: 11 },
  condition: { face: monospace, size: 11.5 },
  note: { face: sans, size: 12 },
  heading: { face: sans, size: 15 },
} as const satisfies Record<string, Lettering>;
export type LineStyle = keyof typeof letterings;

export interface CardLine {
  readonly style: LineStyle;
  readonly text: string;
  /** Distance of the line's middle from the card's top. */
  readonly y: number;
}

/** A rectangle with lines of text; all measures in pixels. */
export interface Card {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly CardLine[];
}

export interface Paragraph {
  readonly style: LineStyle;
  readonly text: string;
  /** Space above it, where it is not the first. */
  readonly gap?: number;
}

export interface CardSize {
  readonly width: number;
  /** Between the border and the text. */
  readonly paddingX: number;
  readonly paddingY: number;
}

/** Sets paragraphs under one another on a card of a given width, which is as high as they need. */
export function setCard(paragraphs: readonly Paragraph[], { width, paddingX, paddingY }: CardSize): Card {
  const lines: CardLine[] = [];
  let y = paddingY;
  for (const { style, text, gap = 2 } of paragraphs) {
    const height = lineHeight(style);
    if (lines.length > 0) y += gap;
    for (const line of wrapText(text, width - 2 * paddingX, letterings[style])) {
      lines.push({ style, text: line, y: y + height / 2 });
      y += height;
    }
  }
  return { width, height: Math.ceil(y + paddingY), lines };
}

function lineHeight(style: LineStyle): number {
  return Math.round(letterings[style].size * 1.4);
}
