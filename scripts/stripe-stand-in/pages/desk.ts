import type { Request, Response, Router } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { DeskActions, DeskOverview, DeskPayment, DeskSubscription } from '../actions.ts';
import { renderFrame, setPageHeaders, formatDate } from './page.ts';
import { pageWords } from './words.ts';

/** Everything that the stand-in has, in English as the mailbox of development is. `base`: path of the pages. */
function renderDesk({ customers, subscriptions, payments }: DeskOverview, base: string): string {
  const names = new Map(customers.map(({ id, email, name }) => [id, email ?? name ?? id]));
  const nameOf = (id: string | null) => (id === null ? 'nobody' : (names.get(id) ?? id));
  return renderFrame({
    language: 'en',
    title: 'Stripe stand-in',
    isWide: true,
    main: html`<h1>Stripe stand-in</h1>
      <p class="soft">What people have bought while there is no key of Stripe, and what can happen to it there.</p>
      ${renderList(
        'Subscriptions',
        subscriptions.map((each) => renderSubscription(each, { customer: nameOf(each.customerId), base })),
      )}
      ${renderList(
        'Payments',
        payments.map((each) => renderPayment(each, { customer: nameOf(each.customerId), base })),
      )}
      ${renderList(
        'Customers',
        customers.map(
          ({ id, email, name }) => html`${email ?? 'No email'} <span class="soft">${name ?? ''} ${id}</span>`,
        ),
      )}`,
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

interface Surroundings {
  readonly customer: string;
  readonly base: string;
}

function renderSubscription(subscription: DeskSubscription, { customer, base }: Surroundings): Html {
  const { id, description, months, status, cancelAtPeriodEnd, periodEnd } = subscription;
  const hasEnded = ['canceled', 'incomplete_expired'].includes(status);
  const day = formatDate(periodEnd, 'en');
  const willEnd = cancelAtPeriodEnd ? 'ends' : 'period ends';
  const endWord = hasEnded ? 'ended' : willEnd;
  const plan = `${description}, ${writeAmount(subscription, 'en')} ${pageWords.en.rhythm(months)}`;
  return html`<strong>${customer}</strong> · ${plan}<br />
    <span class="soft">${status}, ${endWord} ${day} · ${id}</span><br />
    ${hasEnded ? '' : renderButton(`${base}/desk/cancel/${id}`, 'Cancel now', `${customer}, ${description}`)}`;
}

function renderPayment(payment: DeskPayment, { customer, base }: Surroundings): Html {
  const { id, isPaid, amount, refundedAmount, currency, createdAt, dispute } = payment;
  const refunded = refundedAmount > 0 ? `, ${writeAmount({ amount: refundedAmount, currency }, 'en')} refunded` : '';
  const written = writeAmount(payment, 'en');
  const subject = `${customer}, ${written}`;
  const canChange = isPaid && dispute === null;
  return html`<strong>${customer}</strong> · ${written}${refunded}<br />
    <span class="soft">
      ${isPaid ? 'paid' : 'failed'} ${formatDate(createdAt, 'en')}${dispute ? ` · dispute: ${dispute.status}` : ''} ·
      ${id}
    </span>
    <br />
    ${canChange && refundedAmount < amount ? renderButton(`${base}/desk/refund/${id}`, 'Refund', subject) : ''}
    ${canChange ? renderButton(`${base}/desk/dispute/${id}`, 'Open a dispute', subject) : ''}
    ${dispute?.isOpen ? renderDecisions(`${base}/desk/decide/${id}`, subject) : ''}`;
}

function renderDecisions(path: string, subject: string): Html {
  return html`${renderButton(path, 'We win', subject, 'won')} ${renderButton(path, 'We lose', subject, 'lost')}`;
}

function renderButton(path: string, label: string, subject: string, outcome = ''): Html {
  return html`<form class="inline" method="post" action="${path}">
    <button class="small" name="outcome" value="${outcome}" aria-label="${label}: ${subject}">${label}</button>
  </form>`;
}

/** The desk at `/`: what there is, and what somebody could do about it in Stripe's Dashboard. */
export function addDeskRoutes(router: Router, desk: DeskActions): void {
  router.get('/', (request, response) => {
    setPageHeaders(response);
    response.send(renderDesk(desk.overview(), request.baseUrl));
  });
  const addForm = (name: string, act: (id: string, outcome: unknown) => Promise<void>) =>
    router.post(`/desk/${name}/:id`, async (request: Request<{ id: string }>, response: Response) => {
      const { outcome } = (request.body ?? {}) as { readonly outcome?: unknown };
      await act(request.params.id, outcome);
      setPageHeaders(response);
      response.redirect(303, `${request.baseUrl}/`);
    });
  addForm('refund', (id) => desk.refund(id));
  addForm('dispute', (id) => desk.dispute(id));
  addForm('cancel', (id) => desk.cancel(id));
  addForm('decide', async (id, outcome) => {
    if (outcome === 'won' || outcome === 'lost') await desk.decide(id, outcome);
  });
}
