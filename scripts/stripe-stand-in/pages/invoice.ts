import type { Router } from 'express';
import { html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { CheckoutActions, InvoiceView } from '../actions/checkout.ts';
import { renderCardForm } from './card-form.ts';
import { renderQuestion } from './fields.ts';
import { formatDate, renderFacts, renderFrame } from './page.ts';
import { addPayRoutes, createPage, type PageState } from './pay-pages.ts';
import { pageWords } from './words.ts';

/** The page of an invoice at `/invoice/<id>`: it can be paid while it is open, and is the proof of payment afterwards. */
export function addInvoicePage(router: Router, actions: CheckoutActions): void {
  addPayRoutes(router, {
    page: createPage('/invoice/:id', actions.viewInvoice, renderInvoice),
    pay: actions.payInvoice,
    authenticate: actions.authenticateInvoice,
  });
}

function renderInvoice(view: InvoiceView, { language, path, values, problem }: PageState): string {
  const all = pageWords[language];
  const { document, card, authentication } = all;
  const write = (amount: number) => writeAmount({ ...view, amount }, language);
  const amount = write(view.amount_due);
  if (view.isAuthenticating) {
    const main = renderQuestion({ language, path, text: authentication.text(amount) });
    return renderFrame({ language, title: authentication.title, main });
  }
  const isPaid = view.status === 'paid';
  const [line] = view.lines.data;
  const { start, end } = line!.period;
  const { paid_at: paidAt } = view.status_transitions;
  const tax = (view.total_taxes ?? []).reduce((sum, each) => sum + each.amount, 0);
  const credited = view.post_payment_credit_notes_amount;
  const day = (seconds: number) => formatDate(seconds, language);
  const title = document.invoice(view.number ?? '');
  const form = { path, title: card.title, pay: card.pay(amount), values, problem };
  const main = html`<h1>${title}</h1>
    <p class="amount">${amount}</p>
    <p class="soft">${all.rhythm(view.months)}</p>
    <section class="card">
      ${renderFacts([
        [document.statusLabel, isPaid ? document.status.paid : document.status.open],
        [document.for, line!.description],
        [document.period, start === end ? null : `${day(start)} – ${day(end)}`],
        [document.issued, day(view.created)],
        [document.paid, paidAt === null ? null : day(paidAt)],
        [document.tax, tax === 0 ? null : write(tax)],
        [document.credited, credited === 0 ? null : write(credited)],
        [document.customer, view.customer_email],
      ])}
    </section>
    ${isPaid ? '' : renderCardForm(all, form)}`;
  return renderFrame({ language, title, main, isProblem: problem !== null });
}
