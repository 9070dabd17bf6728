import { type PageState, type Payable, renderFacts, renderFrame, formatDate } from './page.ts';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { CheckoutActions, InvoiceView, ReceiptView } from '../actions.ts';
import { renderCardForm } from './card-form.ts';
import { renderAuthentication } from './checkout-page.ts';
import { pageWords } from './words.ts';

/** The page of an invoice: it can be paid while it is open, and is the proof of payment afterwards. */
export function createInvoicePage(actions: CheckoutActions): Payable<InvoiceView> {
  return {
    name: 'invoice',
    view: (id) => actions.viewInvoice(id),
    pay: async (id, card) => (card ? actions.payInvoice(id, card) : { kind: 'gone' }),
    authenticate: (id, answer) => actions.authenticateInvoice(id, answer),
    localeOf: ({ locale }) => locale,
    returnUrlOf: () => null,
    render: renderInvoice,
  };
}

function renderInvoice(view: InvoiceView, state: PageState): string {
  const { language, path, values, problem } = state;
  const all = pageWords[language];
  if (view.status === 'open' && view.isAuthenticating) return renderAuthentication(view, state);
  const amount = writeAmount(view, language);
  const form = view.status === 'open' ? renderCardForm(all, { path, amount, values, problem }) : '';
  const title = titleOf(view, language);
  return renderFrame({
    language,
    title: problem ? `${all.problem}: ${title}` : title,
    main: html`${renderDetails(view, language)}
      <p class="screen"><a class="target" href="${path}/pdf">${all.document.print}</a></p>
      ${form}`,
  });
}

/** An invoice on a page that prints well, in place of Stripe's PDF. */
export function renderInvoiceDocument(view: InvoiceView, language: Language): string {
  return renderFrame({ language, title: titleOf(view, language), main: renderDetails(view, language) });
}

function titleOf({ id, number }: InvoiceView, language: Language): string {
  return pageWords[language].document.invoice(number ?? id);
}

function renderDetails(view: InvoiceView, language: Language): Html {
  const { document, rhythm } = pageWords[language];
  const { description, email, status, createdAt, paidAt, periodStart, periodEnd, tax, credited, currency } = view;
  const period = `${formatDate(periodStart, language)} – ${formatDate(periodEnd, language)}`;
  return html`<h1>${titleOf(view, language)}</h1>
    <p class="amount">${writeAmount(view, language)}</p>
    <p class="soft">${rhythm(view.months)}</p>
    <section class="card">
      ${renderFacts([
        [document.statusLabel, document.status[status]],
        [document.for, description],
        [document.period, periodStart === periodEnd ? null : period],
        [document.issued, formatDate(createdAt, language)],
        [document.paid, paidAt === null ? null : formatDate(paidAt, language)],
        [document.tax, tax === 0 ? null : writeAmount({ amount: tax, currency }, language)],
        [document.credited, credited === 0 ? null : writeAmount({ amount: credited, currency }, language)],
        [document.customer, email],
      ])}
    </section>`;
}

/** The receipt of a payment, with what was given back of it. */
export function renderReceipt(view: ReceiptView, language: Language): string {
  const { document } = pageWords[language];
  const { id, description, cardBrand, cardLast4, paidAt, refundedAmount, currency } = view;
  const refunded = refundedAmount === 0 ? null : writeAmount({ amount: refundedAmount, currency }, language);
  return renderFrame({
    language,
    title: `${document.receipt}: ${description}`,
    main: html`<h1>${document.receipt}</h1>
      <p class="amount">${writeAmount(view, language)}</p>
      <section class="card">
        ${renderFacts([
          [document.for, description],
          [document.paid, formatDate(paidAt, language)],
          [document.card, `${cardBrand} •••• ${cardLast4}`],
          [document.refunded, refunded],
          [document.number, id],
        ])}
      </section>`,
  });
}
