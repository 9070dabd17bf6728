import type { Language } from '../../../schemas/api/values.ts';
import { html } from '../../../api/emails/html.ts';
import { writeAmount } from '../../../api/emails/write-amount.ts';
import type { ReceiptView } from '../actions.ts';
import { renderPage } from './page-frame.ts';
import { renderFacts } from './render-facts.ts';
import { words } from './words/by-language.ts';
import { writeDay } from './write-day.ts';

/** The receipt of a payment, with what was given back of it. */
export function renderReceipt(view: ReceiptView, language: Language): string {
  const { document } = words[language];
  const { id, description, cardBrand, cardLast4, paidAt, refundedAmount, currency } = view;
  const refunded = refundedAmount === 0 ? null : writeAmount({ amount: refundedAmount, currency }, language);
  return renderPage({
    language,
    title: `${document.receipt}: ${description}`,
    main: html`<h1>${document.receipt}</h1>
      <p class="amount">${writeAmount(view, language)}</p>
      <section class="card">
        ${renderFacts([
          [document.for, description],
          [document.paid, writeDay(paidAt, language)],
          [document.card, `${cardBrand} •••• ${cardLast4}`],
          [document.refunded, refunded],
          [document.number, id],
        ])}
      </section>`,
  });
}
