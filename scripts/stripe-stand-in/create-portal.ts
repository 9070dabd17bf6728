import type { Stripe } from 'stripe';
import type { PayResult, PortalActions, PortalSubscription, PortalView } from './actions.ts';
import { readCard } from './billing/cards.ts';
import { changePlan, priceOfChange } from './billing/change-plan.ts';
import { nextBalance } from './billing/invoices.ts';
import { attachPaymentMethod, saveCard } from './billing/payment-methods.ts';
import { catchUp } from './billing/run-billing.ts';
import { changeSubscription, describeItem, describePrice } from './billing/subscriptions.ts';
import { cancellation } from './calls/subscriptions.ts';
import { monthsOf } from './create-actions.ts';
import { idOf } from './objects/fields.ts';
import { itemOf } from './objects/subscription.ts';
import { type Books, withFreshLinks } from './state/books.ts';

/** How long the address of a portal can be used, in milliseconds. */
const lifetime = 60 * 60 * 1000;

/** @param commit resolves when what was changed is safe */
export function createPortal(books: Books, commit: () => Promise<void>): PortalActions {
  const { tables } = books;
  const find = (id: string) => {
    catchUp(books);
    const session = tables.portalSessions.get(id);
    const isFresh = session !== undefined && books.realTime() - session.created * 1000 < lifetime;
    return isFresh ? { session, running: runningOf(books, session.customer) } : null;
  };
  return {
    view(id) {
      const found = find(id);
      return found && viewPortal(books, found.session, found.running);
    },
    async changePlan(id, priceId): Promise<PayResult> {
      const found = find(id);
      const price = tables.prices.get(priceId);
      const isOffered = found !== null && price !== undefined && pricesFor(books, found.session).includes(price);
      const { running } = found ?? {};
      if (!isOffered || !running || !canChange(running, price)) return { kind: 'gone' };
      const result = changePlan(books, running, price);
      await commit();
      if (result.kind === 'asks') return { kind: 'authenticate' };
      if (result.kind === 'declined') return { kind: 'declined', message: result.decline.message };
      return { kind: 'paid', returnUrl: returnUrlOf(found.session) };
    },
    async setRenewal(id, willRenew, feedback): Promise<PayResult> {
      const found = find(id);
      const { running } = found ?? {};
      if (!found || !running || running.cancel_at_period_end !== willRenew) return { kind: 'gone' };
      changeSubscription(books, running.id, cancellation(books, running, { isToEnd: !willRenew, details: feedback }));
      await commit();
      return { kind: 'paid', returnUrl: returnUrlOf(found.session) };
    },
    async saveCard(id, input): Promise<PayResult> {
      const found = find(id);
      if (!found) return { kind: 'gone' };
      const { customer } = found.session;
      const card = readCard(input, books.timeOf(customer));
      if (!card.isValid) {
        const { message, field } = card.decline;
        return { kind: 'declined', message, ...(field && { field }) };
      }
      const { id: method } = saveCard(books, input, card, customer);
      attachPaymentMethod(books, method, customer);
      const before = tables.customers.get(customer)!.invoice_settings;
      const { row, previous } = books.change('customers', customer, {
        invoice_settings: { ...before, default_payment_method: method },
      });
      books.emit('customer.updated', row, previous);
      await commit();
      return { kind: 'paid', returnUrl: returnUrlOf(found.session) };
    },
  };
}

function runningOf({ tables }: Books, customer: string): Stripe.Subscription | undefined {
  return tables.subscriptions.newest().find((each) => idOf(each.customer) === customer && each.status !== 'canceled');
}

function canChange(subscription: Stripe.Subscription, price: Stripe.Price): boolean {
  const isRunning = subscription.status === 'active' && !subscription.cancel_at_period_end;
  return isRunning && itemOf(subscription).price.id !== price.id && price.active;
}

function pricesFor({ tables }: Books, session: Stripe.BillingPortal.Session): Stripe.Price[] {
  const { products } = tables.portalConfigurations.get(idOf(session.configuration))!.features.subscription_update;
  return (products ?? []).flatMap(({ prices }) => prices.flatMap((price) => tables.prices.get(price) ?? []));
}

/** Where a flow leads once it is done; without one, the portal stays. */
function returnUrlOf({ flow, url }: Stripe.BillingPortal.Session): string {
  return flow?.after_completion.redirect?.return_url ?? url;
}

function viewPortal(
  books: Books,
  session: Stripe.BillingPortal.Session,
  running: Stripe.Subscription | undefined,
): PortalView {
  const { tables } = books;
  const customer = tables.customers.get(session.customer)!;
  const invoices = tables.invoices.newest().filter((each) => each.customer === customer.id && each.status !== 'draft');
  const method = idOf(customer.invoice_settings.default_payment_method) ?? idOf(running?.default_payment_method);
  const card = tables.paymentMethods.get(method ?? '')?.card;
  return {
    locale: session.locale,
    flow: (session.flow?.type ?? null) as PortalView['flow'],
    returnUrl: session.return_url ?? '/',
    email: customer.email,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    credit: { amount: -customer.balance, currency: customer.currency ?? 'usd' },
    subscription: running ? viewRunning(books, session, running) : null,
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      amount: invoice.amount_due,
      currency: invoice.currency,
      createdAt: invoice.created,
      url: withFreshLinks(books, invoice).hosted_invoice_url ?? '',
    })),
  };
}

function viewRunning(
  books: Books,
  session: Stripe.BillingPortal.Session,
  running: Stripe.Subscription,
): PortalSubscription {
  const { price, current_period_end: periodEnd } = itemOf(running);
  const customer = books.tables.customers.get(idOf(running.customer))!;
  const others = pricesFor(books, session).filter((each) => canChange(running, each));
  return {
    description: describeItem(books, running),
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    months: monthsOf(price),
    periodEnd,
    willRenew: !running.cancel_at_period_end,
    others: others.map((other) => ({
      id: other.id,
      description: describePrice(books, other),
      amount: other.unit_amount ?? 0,
      currency: other.currency,
      months: monthsOf(other),
      due: nextBalance(customer, priceOfChange(books, running, other)).due,
    })),
  };
}
