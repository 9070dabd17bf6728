import { escapeHtml } from '../../engine/escape-html.ts';

/** Markup that is safe as it is: all text in it was escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

type Part = string | number | Html | readonly Html[];

/** Markup as a template literal. Text that is put into it is escaped, for content and for quoted attributes. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(literals.map((literal, index) => literal + toMarkup(parts[index] ?? '')).join(''));
}

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.join('');
  return escapeHtml(String(part));
}
