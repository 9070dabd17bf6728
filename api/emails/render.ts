import { brand, palette } from '../../content/brand.ts';
import type { Email } from './email.ts';
import { html, Html } from '../platform/html.ts';
import { languageTag } from '../../engine/model.ts';
import { splitIsolated } from '../../engine/run/typed-text.ts';

/** An email as HTML that needs nothing from outside: no picture, no script, no tracking. Everything is escaped. */
export function renderHtml(email: Email): string {
  const { language, subject, preheader, title, greeting, text, closing } = email;
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
              ${[isolatedIn(greeting), ...text.map((each) => html`${each}`)].map((each) => html`<p class="ink" style="${look.text}">${each}</p> `)}
              ${renderAmounts(email)} ${renderAction(email)}
              ${email.notes.map((each) => html`<p class="soft" style="${look.note}">${each}</p> `)}
              <p class="ink" style="${look.closing}">${breakLines(closing)}</p>
            </div>
          </div>
          ${renderFoot(email)}
        </div>
      </body>
    </html> `.markup;
}

/**
 * The look of emails: that of the site (`web/ui/tokens.css`), written into each element, because mail programs drop
 * style sheets. Only what can't be said there, the night and narrow screens, is a sheet of its own.
 */
const font = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const look = {
  page: `margin:0;padding:0;background:${palette.day.page};color:${palette.day.ink};${font};-webkit-text-size-adjust:100%`,
  preheader: 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  frame: 'max-width:560px;margin:0 auto;padding:32px 16px 48px',
  card: `background:${palette.day.surface};border-radius:24px;overflow:hidden`,
  sky: `background-color:${palette.mailSky.day.plain};background-image:linear-gradient(180deg,${palette.day.night} 0%,${palette.mailSky.day.gradient[1]} 62%,${palette.day.rose} 90%,${palette.day.dawn} 100%);padding:28px 32px 30px;text-align:center`,
  moon: `width:38px;height:38px;margin:0 auto;border-radius:50%;box-shadow:inset 9px -5px 0 0 ${palette.mailSky.moon}`,
  brand: `margin:14px 0 0;color:${palette.mailSky.name};font-size:18px;font-weight:650;letter-spacing:-0.014em;line-height:1.2`,
  ripple: `height:2px;margin:6px auto 0;border-radius:2px;background:${palette.mailSky.ripple}`,
  body: 'padding:36px 40px 40px',
  title: `margin:0 0 20px;font-size:28px;line-height:1.22;font-weight:650;letter-spacing:-0.014em;text-wrap:balance;color:${palette.day.ink}`,
  text: `margin:0 0 16px;font-size:17px;line-height:1.6;color:${palette.day.ink}`,
  amounts: 'width:100%;margin:24px 0 0;border-collapse:collapse;font-size:17px;line-height:1.4',
  label: `padding:10px 16px 10px 0;text-align:left;font-weight:400;color:${palette.day.ink}`,
  amount: `padding:10px 0;text-align:right;white-space:nowrap;color:${palette.day.ink}`,
  total: `border-top:1px solid ${palette.day.edge};font-weight:650`,
  action: 'margin:32px 0 12px;text-align:center',
  button: `display:inline-block;padding:16px 32px;border-radius:16px;background:${palette.day.accent};color:${palette.day.onAccent};font-size:17px;font-weight:600;line-height:1.25;text-decoration:none`,
  below: `margin:0 0 28px;font-size:13px;line-height:1.5;text-align:center;color:${palette.day.inkSoft}`,
  address: `color:${palette.day.inkSoft};word-break:break-all`,
  note: `margin:0 0 12px;font-size:15px;line-height:1.6;color:${palette.day.inkSoft}`,
  closing: `margin:28px 0 0;font-size:17px;line-height:1.6;color:${palette.day.ink}`,
  foot: `padding:24px 24px 0;font-size:13px;line-height:1.6;text-align:center;color:${palette.day.inkSoft}`,
  footText: 'margin:0 0 12px',
  footLink: `color:${palette.day.accent}`,
} as const;

const nightAndNarrow = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .frame { padding: 12px 8px 32px !important; }
    .body { padding: 28px 24px 32px !important; }
    .title { font-size: 25px !important; }
    .button { display: block !important; padding: 16px 20px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: ${palette.night.page} !important; }
    .card { background: ${palette.night.surface} !important; }
    .sky { background-color: ${palette.mailSky.night.plain} !important; background-image: linear-gradient(180deg, ${palette.mailSky.night.gradient[0]} 0%, ${palette.mailSky.night.gradient[1]} 62%, ${palette.mailSky.night.gradient[2]} 92%, ${palette.mailSky.night.gradient[3]} 100%) !important; }
    .ink { color: ${palette.night.ink} !important; }
    .soft { color: ${palette.night.inkSoft} !important; }
    .link { color: ${palette.night.accent} !important; }
    .button { background: ${palette.night.accent} !important; color: ${palette.night.onAccent} !important; }
  }
`;

/** Keeps mail programs from filling the preview with what comes after the preheader. */
const blank = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

/** The moon and its light on still water. Where a mail program draws no shadows, the name is there without them. */
const sky = html`<div class="sky" style="${look.sky}">
  <div style="${look.moon}"></div>
  <p style="${look.brand}">${brand.name}</p>
  ${[64, 40, 20].map((width) => html`<div style="${look.ripple};width:${width}px;opacity:${width / 100 + 0.2}"></div> `)}
</div>`;

function renderAmounts({ amounts }: Email): Html | string {
  if (amounts.length === 0) return '';
  return html`<table style="${look.amounts}">
    ${amounts.map(({ label, amount }, index) => {
      const total = index === amounts.length - 1 ? `;${look.total}` : '';
      return html`<tr>
        <th class="ink" scope="row" style="${look.label}${total}">${label}</th>
        <td class="ink" style="${look.amount}${total}">${amount}</td>
      </tr> `;
    })}
  </table>`;
}

function renderAction({ button }: Email): Html | string {
  if (!button) return '';
  return html`<p style="${look.action}">
      <a class="button" href="${button.url}" style="${look.button}">${button.label}</a>
    </p>
    <p class="soft" style="${look.below}">
      ${button.linkBelow}<br />
      <a class="soft" href="${button.url}" style="${look.address}">${button.url}</a>
    </p>`;
}

function renderFoot({ reason, unsubscribe, sender }: Email): Html {
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

/** An email as plain text: complete, with the address of every link. */
export function renderText(email: Email): string {
  const { greeting, text, amounts, button, notes, closing, reason, unsubscribe, sender } = email;
  const parts = [
    splitIsolated(greeting).join(''),
    ...text,
    ...(amounts.length > 0 ? [amounts.map(({ label, amount }) => `${label}: ${amount}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    closing.join('\n'),
    // The signature mark, as mail programs know it.
    `-- \n${reason}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
    sender.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What the person typed stands alone, whichever way it is read. */
function isolatedIn(text: string): Html {
  const parts = splitIsolated(text).map((part, index) => (index % 2 === 1 ? html`<bdi>${part}</bdi>` : html`${part}`));
  return html`${parts}`;
}
