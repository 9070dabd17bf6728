import { languageTag } from '../../../engine/model.ts';
import { html, Html } from '../../../api/emails/html.ts';
import type { Language } from '../../../schemas/api/values.ts';
import { pageStyle } from './page-style.ts';
import { words } from './words/by-language.ts';

interface Page {
  readonly language: Language;
  readonly title: string;
  readonly main: Html;
  readonly isWide?: boolean;
}

/** The frame around every page: what it is a stand-in for, and the way it looks. */
export function renderPage({ language, title, main, isWide = false }: Page): string {
  return html`<!doctype html>
    <html lang="${languageTag(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <header class="notice">${words[language].standIn}</header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `.markup;
}

// Exactly the text that the page's Content-Security-Policy names by its hash.
const style = new Html(`<style>${pageStyle}</style>`);

/** A page that says one thing, with one way on. */
export function renderMessage(
  language: Language,
  { title, text, link }: { title: string; text: string; link: { label: string; url: string } | null },
): string {
  return renderPage({
    language,
    title,
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      ${link ? html`<a class="button" href="${link.url}">${link.label}</a>` : ''}`,
  });
}
