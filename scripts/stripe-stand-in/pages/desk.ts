import type { Request, Response, Router } from 'express';
import type { Stripe } from 'stripe';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import {
  amountLeft,
  changeDispute,
  disputeOf,
  isDecided,
  isHeldBack,
  openDispute,
  refundCharge,
} from '../billing/money-back.ts';
import { catchUp } from '../billing/run-billing.ts';
import { describePrice, endSubscription } from '../billing/subscriptions.ts';
import { idOf } from '../objects/fields.ts';
import { amountOf, monthsOf } from '../objects/price.ts';
import { itemOf } from '../objects/subscription.ts';
import type { Books } from '../state/books.ts';
import { fieldOf, formatDate, renderFrame, setPageHeaders } from './page.ts';
import { pageWords } from './words.ts';

/**
 * The desk at `/`: what there is, and what somebody could do about it in Stripe's Dashboard. What can't be done changes
 * nothing. `commit` resolves when what was changed is safe.
 */
export function addDesk(router: Router, books: Books, commit: () => Promise<void>): void {
  const { charges, subscriptions } = books.tables;
  router.get('/', (request, response) => {
    catchUp(books);
    setPageHeaders(response);
    response.send(renderDesk(books, request.baseUrl));
  });
  const addForm = <Row extends object>(
    name: string,
    find: (id: string) => Row | undefined,
    act: (row: Row, outcome: string) => void,
  ) =>
    router.post(`/desk/${name}/:id`, async (request: Request<{ id: string }>, response: Response) => {
      const row = find(request.params.id);
      if (row) act(row, fieldOf(request, 'outcome'));
      await commit();
      setPageHeaders(response);
      response.redirect(303, `${request.baseUrl}/`);
    });
  addForm('refund', charges.get, (charge) => {
    const amount = amountLeft(charge);
    if (!charge.paid || amount === 0 || isHeldBack(books, charge.id)) return;
    refundCharge(books, charge, { amount, reason: 'requested_by_customer', metadata: {} });
  });
  addForm('dispute', charges.get, (charge) => {
    if (charge.paid && !disputeOf(books, charge.id)) openDispute(books, charge, 'needs_response');
  });
  addForm(
    'decide',
    (id) => disputeOf(books, id),
    (dispute, outcome) => {
      if (isDecided(dispute) || (outcome !== 'won' && outcome !== 'lost')) return;
      changeDispute(books, dispute, outcome);
    },
  );
  addForm('cancel', subscriptions.get, (subscription) => {
    if (subscription.status !== 'canceled') endSubscription(books, subscription, 'cancellation_requested');
  });
}

/** Everything that the stand-in has, in English as the mailbox of development is. `base`: path of the pages. */
function renderDesk(books: Books, base: string): string {
  const { customers, subscriptions, charges } = books.tables;
  const title = 'Stripe stand-in';
  const people = customers
    .newest()
    .map(({ id, email, name }) => html`${email ?? 'No email'} <span class="soft">${name ?? ''} ${id}</span>`);
  return renderFrame({
    language: 'en',
    title,
    isWide: true,
    main: html`<h1>${title}</h1>
      <p class="soft">What people have bought while there is no key of Stripe, and what can happen to it there.</p>
      ${renderList(
        'Subscriptions',
        subscriptions.newest().map((each) => renderSubscription(books, each, base)),
      )}
      ${renderList(
        'Payments',
        charges.newest().map((each) => renderPayment(books, each, base)),
      )}
      ${renderList('Customers', people)}`,
  });
}

function renderList(title: string, entries: readonly Html[]): Html {
  return html`<section class="card">
    <h2>${title}</h2>
    ${
      entries.length === 0
        ? html`<p class="soft">None yet.</p>`
        : html`<ul class="rows">
            ${entries.map((entry) => html`<li>${entry}</li> `)}
          </ul>`
    }
  </section>`;
}

function nameOf({ tables }: Books, customer: Stripe.Charge['customer']): string {
  const { email, name, id = '' } = tables.customers.get(idOf(customer)) ?? {};
  return email ?? name ?? id;
}

function renderSubscription(books: Books, subscription: Stripe.Subscription, base: string): Html {
  const { id, status, currency, cancel_at_period_end: willEnd, ended_at: endedAt } = subscription;
  const { price, current_period_end: periodEnd } = itemOf(subscription);
  const [customer, name] = [nameOf(books, subscription.customer), describePrice(books, price)];
  const word = endedAt === null ? (willEnd ? 'ends' : 'period ends') : 'ended';
  const amount = writeAmount({ amount: amountOf(price), currency }, 'en');
  return html`<strong>${customer}</strong> · ${name}, ${amount} ${pageWords.en.rhythm(monthsOf(price))}<br />
    <span class="soft">${status}, ${word} ${formatDate(endedAt ?? periodEnd, 'en')} · ${id}</span><br />
    ${endedAt === null ? renderButton(`${base}/desk/cancel/${id}`, 'Cancel now', `${customer}, ${name}`) : ''}`;
}

function renderPayment(books: Books, charge: Stripe.Charge, base: string): Html {
  const { id, paid, amount_refunded: refunded, currency, created } = charge;
  const dispute = disputeOf(books, id);
  const [customer, amount] = [nameOf(books, charge.customer), writeAmount(charge, 'en')];
  const back = refunded > 0 ? `, ${writeAmount({ amount: refunded, currency }, 'en')} refunded` : '';
  const button = (name: string, label: string, outcome?: string) =>
    renderButton(`${base}/desk/${name}/${id}`, label, `${customer}, ${amount}`, outcome);
  const canChange = paid && !dispute;
  return html`<strong>${customer}</strong> · ${amount}${back}<br />
    <span class="soft">
      ${paid ? 'paid' : 'failed'} ${formatDate(created, 'en')}${dispute ? ` · dispute: ${dispute.status}` : ''} · ${id}
    </span>
    <br />
    ${canChange && amountLeft(charge) > 0 ? button('refund', 'Refund') : ''}
    ${canChange ? button('dispute', 'Open a dispute') : ''}
    ${dispute && !isDecided(dispute) ? [button('decide', 'We win', 'won'), button('decide', 'We lose', 'lost')] : ''}`;
}

function renderButton(path: string, label: string, subject: string, outcome = ''): Html {
  return html`<form class="inline" method="post" action="${path}">
    <button class="small" name="outcome" value="${outcome}" aria-label="${label}: ${subject}">${label}</button>
  </form>`;
}
