import { languageTag } from '../../engine/model.ts';
import { Html, html } from './html.ts';
import type { Letter } from './letter.ts';
import { look, nightAndNarrow } from './letter-style.ts';

/** A letter as HTML that needs nothing from outside: no picture, no script, no tracking. Everything is escaped. */
export function renderHtml(letter: Letter): string {
  const { language, subject, preheader, title, greeting, text, closing } = letter;
  return html`<!doctype html>
    <html lang="${languageTag(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>${subject}</title>
        <style>
          ${new Html(nightAndNarrow)}
        </style>
      </head>
      <body class="page ink" style="${look.page}">
        <div style="${look.preheader}">${preheader}${blank}</div>
        <div class="page frame" role="article" aria-label="${subject}" style="${look.frame}">
          <div class="card" style="${look.card}">
            ${sky}
            <div class="body" style="${look.body}">
              <h1 class="title ink" style="${look.title}">${title}</h1>
              ${[greeting, ...text].map((each) => html`<p class="ink" style="${look.text}">${each}</p> `)}
              ${renderAction(letter)}
              ${letter.notes.map((each) => html`<p class="soft" style="${look.note}">${each}</p> `)}
              <p class="ink" style="${look.closing}">${breakLines(closing)}</p>
            </div>
          </div>
          ${renderFoot(letter)}
        </div>
      </body>
    </html> `.markup;
}

/** Keeps mail programs from filling the preview with what comes after the preheader. */
const blank = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

/** The moon and its light on still water. Where a mail program draws no shadows, the name is there without them. */
const sky = html`<div class="sky" style="${look.sky}">
  <div style="${look.moon}"></div>
  <p style="${look.brand}">Still Waters</p>
  ${[64, 40, 20].map((width) => html`<div style="${look.ripple};width:${width}px;opacity:${width / 100 + 0.2}"></div> `)}
</div>`;

function renderAction({ button }: Letter): Html | string {
  if (!button) return '';
  return html`<p style="${look.action}">
      <a class="button" href="${button.url}" style="${look.button}">${button.label}</a>
    </p>
    <p class="soft" style="${look.below}">
      ${button.linkBelow}<br />
      <a class="soft" href="${button.url}" style="${look.address}">${button.url}</a>
    </p>`;
}

function renderFoot({ reason, unsubscribe, sender }: Letter): Html {
  return html`<div class="soft" style="${look.foot}">
    <p style="${look.footText}">${reason}</p>
    ${
      unsubscribe
        ? html`<p style="${look.footText}">
            <a class="link" href="${unsubscribe.url}" style="${look.footLink}">${unsubscribe.label}</a>
          </p>`
        : ''
    }
    <p style="${look.footText}">${breakLines(sender)}</p>
  </div>`;
}

function breakLines(lines: readonly string[]): Html[] {
  return lines.map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}
