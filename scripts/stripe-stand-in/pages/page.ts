import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { html, Html } from '../../../api/platform/html.ts';
import { languageOf } from '../../../api/platform/http/locale.ts';
import { languageTag } from '../../../engine/model.ts';
import { palette } from '../../../content/brand.ts';
import { type Language, language } from '../../../schemas/api/values.ts';
import { pageWords } from './words.ts';

function writeColours(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}

/** The one style sheet of the hosted pages, in the colours of the site. */
const pageStyle = `
  :root { color-scheme: light dark; ${writeColours(palette.day)} }
  @media (prefers-color-scheme: dark) { :root { ${writeColours(palette.night)} } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--ink); font: 1.0625rem/1.5 Figtree, system-ui, sans-serif; }
  main { max-width: 30rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
  main.wide { max-width: 60rem; }
  .notice { margin: 0; padding: 0.625rem 1rem; background: var(--sunken); font-size: 0.9375rem; text-align: center; }
  h1 { margin: 1rem 0 0.25rem; font-size: 1.375rem; line-height: 1.22; letter-spacing: -0.014em; overflow-wrap: anywhere; }
  h2 { margin: 0 0 0.75rem; font-size: 1.0625rem; }
  p { margin: 0 0 1rem; }
  a { color: var(--accent); }
  .target { display: inline-block; padding: 0.625rem 0; }
  .soft { color: var(--inkSoft); }
  .amount { margin: 0; font-size: 2.0625rem; font-weight: 650; line-height: 1.22; letter-spacing: -0.014em; }
  .card { margin: 1.5rem 0 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); }
  label { display: block; margin: 0 0 0.25rem; font-size: 0.9375rem; font-weight: 600; }
  .field { margin: 0 0 1rem; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; align-items: start; }
  .hint { margin: 0.25rem 0 0; color: var(--inkSoft); font-size: 0.9375rem; }
  .problem { margin: 0.25rem 0 0; color: var(--danger); font-size: 0.9375rem; font-weight: 600; }
  .problem.alone { margin: 0 0 1rem; }
  input, select { width: 100%; min-height: 3.25rem; padding: 0.75rem 1rem; border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--page); color: inherit; font: inherit; }
  [aria-invalid='true'] { border: 2px solid var(--danger); }
  button, .button { display: block; width: 100%; min-height: 3.25rem; padding: 0.8125rem 1.25rem; border: 1px solid var(--accent); border-radius: 1rem; background: var(--accent); color: var(--onAccent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
  button.second { margin-top: 0.75rem; background: none; color: var(--accent); }
  button.small { display: inline-block; width: auto; min-height: 2.75rem; margin: 0.25rem 0.25rem 0.25rem 0; padding: 0.375rem 0.875rem; border-radius: 0.625rem; font-size: 0.9375rem; }
  :is(a, button, input, select):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .cards { margin: 0; padding: 0; list-style: none; }
  .cards a { display: block; min-height: 2.75rem; padding: 0.5rem 0; font-size: 0.9375rem; }
  .cards a[aria-current] { font-weight: 650; }
  .cards span { font-weight: 400; display: block; color: var(--inkSoft); }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.25rem; margin: 0; }
  dt { color: var(--inkSoft); }
  dd { margin: 0; overflow-wrap: anywhere; }
  ul.rows { margin: 0; padding: 0; list-style: none; }
  ul.rows > li { padding: 0.75rem 0; overflow-wrap: anywhere; }
  ul.rows > li + li { border-top: 1px solid var(--line); }
  form.inline { display: inline; }
  fieldset { margin: 1rem 0; padding: 0; border: 0; }
  fieldset p { margin: 0; }
  fieldset label { display: flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; margin: 0; font-weight: 400; }
  input[type='radio'] { flex: none; width: auto; min-height: 0; }
`;

interface Page {
  readonly language: Language;
  readonly title: string;
  readonly main: Html;
  /** It shows something that went wrong, which its title says first. */
  readonly isProblem?: boolean;
  readonly isWide?: boolean;
}

/** The frame around every page: what it is a stand-in for, and the way it looks. */
export function renderFrame({ language, title, main, isProblem = false, isWide = false }: Page): string {
  const { standIn, problem } = pageWords[language];
  return html`<!doctype html>
    <html lang="${languageTag(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${isProblem ? `${problem}: ${title}` : title}</title>
        ${style}
      </head>
      <body>
        <header class="notice">${standIn}</header>
        <main class="${isWide ? 'wide' : 'narrow'}">${main}</main>
      </body>
    </html> `.markup;
}

// Exactly the text that the page's Content-Security-Policy names by its hash.
const style = new Html(`<style>${pageStyle}</style>`);

/** A page that says one thing, with one way on; null: there is none. */
export function renderMessage(
  language: Language,
  { title, text }: { readonly title: string; readonly text: string },
  link: { readonly label: string; readonly url: string } | null = null,
): string {
  const way = link ? html`<a class="button" href="${link.url}">${link.label}</a>` : '';
  const main = html`<h1>${title}</h1>
    <p>${text}</p>
    ${way}`;
  return renderFrame({ language, title, main });
}

/** There is nothing of this id. */
export function sendMissing(request: Request, response: Response): void {
  setPageHeaders(response);
  const language = languageOfPage(request, null);
  response.status(404).send(renderMessage(language, pageWords[language].missing));
}

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/**
 * Headers of a page: its one style sheet, no script, and forms to here. Browsers hold redirects after a form to
 * `form-action` too, so the address where a payment leads back to (`returnUrl`) is named in it.
 */
export function setPageHeaders(response: Response, returnUrl?: string): void {
  const target = returnUrl !== undefined && URL.canParse(returnUrl) ? ` ${new URL(returnUrl).origin}` : '';
  response.set({
    'Content-Security-Policy':
      `default-src 'none'; style-src ${styleHash}; img-src 'self'; form-action 'self'${target}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  });
}

/** @param seconds since 1970 */
export function formatDate(seconds: number, language: Language): string {
  const format = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(seconds * 1000));
}

/** The language that was asked for with the session (`es`, `es-419`), else the browser's. */
export function languageOfPage(request: Request, locale: string | null): Language {
  const [asked] = (locale ?? '').split('-');
  const { enum: locales } = language;
  return locales.find((each) => each === locale) ?? locales.find((each) => each === asked) ?? languageOf(request);
}

/** A field of a form that was posted, without spaces around it; empty where it isn't text. */
export function fieldOf({ body }: Pick<Request, 'body'>, name: string): string {
  const value = ((body ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}

/** Facts by name; those that are null are left out. */
export function renderFacts(facts: readonly (readonly [name: string, value: string | null])[]): Html {
  const known = facts.filter(([, value]) => value !== null);
  return html`<dl>
    ${known.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value!}</dd>`,
    )}
  </dl>`;
}

/** A way back; nothing where there is none. */
export function renderBack(language: Language, url: string | null): Html {
  return url === null ? html`` : html`<a class="target" href="${url}">← ${pageWords[language].back}</a>`;
}
