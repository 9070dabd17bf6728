import type { Stripe } from 'stripe';
import type {
  CancelOffer,
  InvoiceDetails,
  PayResult,
  PortalActions,
  PortalSubscription,
  PortalView,
} from './actions.ts';
import { readCard, type Decline } from './billing/cards.ts';
import { changePlan, priceOfChange } from './billing/change-plan.ts';
import { nextBalance } from './billing/balance.ts';
import { saveCard } from './billing/payment-methods.ts';
import { discountOn, isValid, redeem } from './billing/promotions.ts';
import { catchUp } from './billing/run-billing.ts';
import { answerForSetup, beginSetup, setUpCard, type SetupResult } from './billing/set-up-card.ts';
import { changeSubscription, describeItem, describePrice } from './billing/subscriptions.ts';
import { addTaxId, countries, isTaxId, removeTaxId, taxIdsOf } from './billing/tax.ts';
import { cancellation } from './calls/subscriptions.ts';
import { monthsOf } from './create-actions.ts';
import { idOf, nulls } from './objects/fields.ts';
import { itemOf } from './objects/subscription.ts';
import { totalsOf } from './objects/totals.ts';
import { type Books, withFreshLinks } from './state/books.ts';

/** How long the address of a portal can be used, in milliseconds. */
const lifetime = 60 * 60 * 1000;

/** @param commit resolves when what was changed is safe */
export function createPortalActions(books: Books, commit: () => Promise<void>): PortalActions {
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
      if (result.kind === 'declined') return toDeclined({ ...result.decline, field: null });
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
      if (!card.isValid) return toDeclined(card.decline);
      const { id: method } = saveCard(books, input, card, customer);
      const setupIntent = tables.cardChanges.get(id)?.setupIntent ?? beginSetup(books, customer).id;
      tables.cardChanges.put({ id, setupIntent });
      return settleCard(found.session, setUpCard(books, setupIntent, method));
    },
    async authenticate(id, answer): Promise<PayResult> {
      const found = find(id);
      const change = tables.cardChanges.get(id);
      const result = found && change ? answerForSetup(books, change.setupIntent, answer === 'confirm') : null;
      return found && result ? settleCard(found.session, result) : { kind: 'gone' };
    },
    async acceptOffer(id): Promise<PayResult> {
      const found = find(id);
      const coupon = found && offerOf(books, found.session, found.running);
      if (!found?.running || !coupon) return { kind: 'gone' };
      const { id: subscription } = found.running;
      const of = { customer: found.session.customer, subscription, session: null, promotion: null };
      changeSubscription(books, subscription, { discounts: [redeem(books, { ...of, coupon }).id] });
      await commit();
      return { kind: 'paid', returnUrl: returnUrlOf(found.session) };
    },
    async saveDetails(id, details): Promise<PayResult> {
      const found = find(id);
      if (!found) return { kind: 'gone' };
      const { taxIdType: type, taxId: value } = details;
      if (value !== '' && !isTaxId(type, value)) {
        return { kind: 'declined', field: 'taxId', message: 'This tax number is not valid.' };
      }
      saveDetails(books, found.session.customer, details);
      await commit();
      return { kind: 'paid', returnUrl: found.session.url };
    },
  };

  /** The card is the customer's from now on, or the old one stays. */
  async function settleCard(session: Stripe.BillingPortal.Session, result: SetupResult): Promise<PayResult> {
    if (result.kind === 'saved') {
      tables.cardChanges.remove(session.id);
      const before = tables.customers.get(session.customer)!.invoice_settings;
      const { row, previous } = books.change('customers', session.customer, {
        invoice_settings: { ...before, default_payment_method: result.paymentMethod },
      });
      books.emit('customer.updated', row, previous);
    }
    await commit();
    if (result.kind === 'asks') return { kind: 'authenticate' };
    if (result.kind === 'declined') return toDeclined(result.decline);
    return { kind: 'paid', returnUrl: returnUrlOf(session) };
  }
}

function toDeclined({ message, field }: Decline): PayResult {
  return { kind: 'declined', message, ...(field && { field }) };
}

/** The coupon that can be accepted in place of cancelling; null: there is none (any more). */
function offerOf(
  books: Books,
  { flow }: Stripe.BillingPortal.Session,
  running: Stripe.Subscription | undefined,
): Stripe.Coupon | null {
  const coupon = books.tables.coupons.get(flow?.subscription_cancel?.retention?.coupon_offer?.coupon ?? '');
  const isOpen = running !== undefined && !running.cancel_at_period_end && running.discounts.length === 0;
  return coupon && isOpen && isValid(coupon, books.timeOf(null)) ? coupon : null;
}

function saveDetails(books: Books, customer: string, details: InvoiceDetails): void {
  const { line1, postalCode, city, country, taxIdType: type, taxId: value } = details;
  const parts = { city, country: countries.includes(country) ? country : '', line1, postal_code: postalCode };
  const filled = Object.entries(parts).map(([name, part]) => [name, part === '' ? null : part] as const);
  const isEmpty = filled.every(([, part]) => part === null);
  const address = { ...nulls('line2', 'state'), ...Object.fromEntries(filled) } as Stripe.Address;
  const { row, previous } = books.change('customers', customer, { address: isEmpty ? null : address });
  if (Object.keys(previous).length > 0) books.emit('customer.updated', row, previous);
  const before = taxIdsOf(books, customer);
  if (before.length === 1 && before[0]!.type === type && before[0]!.value === value) return;
  for (const each of before) removeTaxId(books, each);
  if (value !== '') addTaxId(books, customer, { type, value });
}

function viewDetails(books: Books, { id, address }: Stripe.Customer): InvoiceDetails {
  const [taxId] = taxIdsOf(books, id);
  return {
    line1: address?.line1 ?? '',
    postalCode: address?.postal_code ?? '',
    city: address?.city ?? '',
    country: address?.country ?? '',
    taxIdType: taxId?.type ?? '',
    taxId: taxId?.value ?? '',
  };
}

/** What the next payment takes, with this coupon or the discount that there is. */
function nextAmount(books: Books, subscription: Stripe.Subscription, offered: Stripe.Coupon | null): number {
  const { price, quantity = 1, current_period_end: at } = itemOf(subscription);
  const coupon = offered ?? discountOn(books, subscription, { product: idOf(price.product), at })?.coupon ?? null;
  return totalsOf((price.unit_amount ?? 0) * quantity, { coupon, taxPercent: null }).total;
}

function viewOffer(books: Books, coupon: Stripe.Coupon, running: Stripe.Subscription): CancelOffer {
  const months = { once: 0, repeating: coupon.duration_in_months, forever: null }[coupon.duration as 'once'];
  return { amount: nextAmount(books, running, coupon), currency: running.currency, months };
}

function runningOf({ tables }: Books, customer: string): Stripe.Subscription | undefined {
  return tables.subscriptions.newest().find((each) => idOf(each.customer) === customer && each.status !== 'canceled');
}

function canChange(subscription: Stripe.Subscription, price: Stripe.Price): boolean {
  const isRunning = subscription.status === 'active' && !subscription.cancel_at_period_end;
  const isAnother = itemOf(subscription).price.id !== price.id && price.active;
  return isRunning && isAnother && price.currency === subscription.currency;
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
  const offer = offerOf(books, session, running);
  const { setupIntent = '' } = tables.cardChanges.get(session.id) ?? {};
  return {
    locale: session.locale,
    flow: (session.flow?.type ?? null) as PortalView['flow'],
    returnUrl: session.return_url ?? '/',
    email: customer.email,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    credit: { amount: -customer.balance, currency: customer.currency ?? 'usd' },
    subscription: running ? viewRunning(books, session, running) : null,
    isAuthenticating: tables.setupIntents.get(setupIntent)?.status === 'requires_action',
    offer: offer && running ? viewOffer(books, offer, running) : null,
    details: viewDetails(books, customer),
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
  const { features } = books.tables.portalConfigurations.get(idOf(session.configuration))!;
  const others = pricesFor(books, session).filter((each) => canChange(running, each));
  return {
    description: describeItem(books, running),
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    months: monthsOf(price),
    periodEnd,
    willRenew: !running.cancel_at_period_end,
    nextAmount: nextAmount(books, running, null),
    reasons: features.subscription_cancel.cancellation_reason.options,
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
