import type { Stripe } from 'stripe';
import type { CardInput } from '../billing/cards.ts';
import { changePlan, dueForChange } from '../billing/change-plan.ts';
import type { CardResult } from '../billing/charge-card.ts';
import { discountOn, isValid, redeem } from '../billing/promotions.ts';
import { catchUp } from '../billing/run-billing.ts';
import { answerForSetup, beginSetup, setUpCard } from '../billing/set-up-card.ts';
import { cancellation, changeSubscription, describePrice, runningOf } from '../billing/subscriptions.ts';
import { addTaxId, countries, isTaxId, removeTaxId, taxIdsOf } from '../billing/tax.ts';
import { idOf, nulls } from '../objects/fields.ts';
import { amountOf, monthsOf } from '../objects/price.ts';
import { itemOf } from '../objects/subscription.ts';
import { totalsOf } from '../objects/totals.ts';
import type { Books } from '../state/books.ts';
import { type AuthenticationAnswer, type PayResult, toPayResult, withCard } from './pay-result.ts';

type Session = Stripe.BillingPortal.Session;
type Subscription = Stripe.Subscription;

export type PortalActions = ReturnType<typeof createPortalActions>;
export type PortalView = ReturnType<typeof viewPortal>;
export type PortalPlan = ReturnType<typeof viewPlan>;

/** Who an invoice is for; what is empty is none, and `taxIdType` is such as `eu_vat`. */
export type InvoiceDetails = Readonly<
  Record<'line1' | 'postalCode' | 'city' | 'country' | 'taxIdType' | 'taxId', string>
>;

/** How long the address of a portal can be used, in milliseconds. */
const lifetime = 60 * 60 * 1000;

/**
 * What a customer does in the customer portal, by the id of its session. `commit` resolves when what was changed is
 * safe.
 */
export function createPortalActions(books: Books, commit: () => Promise<void>) {
  const { tables } = books;

  function find(id: string) {
    catchUp(books);
    const session = tables.portalSessions.get(id);
    const isFresh = session !== undefined && books.realTime() - session.created * 1000 < lifetime;
    return isFresh ? { session, running: runningOf(books, session.customer) } : null;
  }

  /** Null where it can't be done (any more). */
  async function act(
    id: string,
    change: (session: Session, running?: Subscription) => Parameters<typeof toPayResult>[0] | 'done' | null,
  ): Promise<PayResult> {
    const found = find(id);
    const result = found && change(found.session, found.running);
    if (!result) return { kind: 'gone' };
    await commit();
    // Where a flow leads once it is done; without one, the portal stays.
    const returnUrl = found.session.flow?.after_completion.redirect?.return_url ?? found.session.url;
    return result === 'done' ? { kind: 'paid', returnUrl } : toPayResult(result, returnUrl);
  }

  /** The card is the customer's from now on, or the old one stays. */
  function keep({ id, customer }: Session, result: CardResult | null): CardResult | null {
    if (result?.kind !== 'saved') return result;
    tables.cardChanges.remove(id);
    const before = tables.customers.get(customer)!.invoice_settings;
    const invoice_settings = { ...before, default_payment_method: result.paymentMethod };
    books.change('customers', customer, { invoice_settings }, 'customer.updated');
    return result;
  }

  return {
    /** Null: there is none, or its time is over. */
    view: (id: string) => {
      const found = find(id);
      return found && viewPortal(books, found.session, found.running);
    },
    changePlan: (id: string, priceId: string) =>
      act(id, (session, running) => {
        const price = running && pricesFor(books, session, running).find((each) => each.id === priceId);
        if (!price) return null;
        const result = changePlan(books, running, price);
        if (result.kind === 'declined') return { ...result, decline: { ...result.decline, field: null } };
        return result.kind === 'free' ? 'done' : result;
      }),
    /** To cancel with the period, with the reason, or to go on after all. */
    setRenewal: (id: string, willRenew: boolean, { feedback }: { readonly feedback?: string } = {}) =>
      act(id, (_session, running) => {
        if (!running || running.cancel_at_period_end !== willRenew) return null;
        const reason = feedback;
        changeSubscription(books, running.id, cancellation(books, running, !willRenew, reason));
        return 'done';
      }),
    /** Keeps a card for what comes, once its bank agrees; until then the old one stays. */
    saveCard: (id: string, card: CardInput) =>
      act(id, (session) =>
        withCard(books, card, session.customer, (method) => {
          const setupIntent = tables.cardChanges.get(id)?.setupIntent ?? beginSetup(books, session.customer);
          tables.cardChanges.put({ id, setupIntent });
          return keep(session, setUpCard(books, setupIntent, method));
        }),
      ),
    /** Ends what `saveCard` began with `authenticate`. */
    authenticate: (id: string, answer: AuthenticationAnswer) =>
      act(id, (session) => {
        const { setupIntent = '' } = tables.cardChanges.get(id) ?? {};
        return keep(session, answerForSetup(books, setupIntent, answer === 'confirm'));
      }),
    /** Stays for the discount that is offered to customers who cancel. */
    acceptOffer: (id: string) =>
      act(id, ({ flow, customer }, running) => {
        const coupon = offerOf(books, flow, running);
        if (!running || !coupon) return null;
        const of = { customer, coupon, subscription: running.id, session: null, promotion: null };
        changeSubscription(books, running.id, { discounts: [redeem(books, of).id] });
        return 'done';
      }),
    /** Changes what invoices say of the customer. */
    saveDetails: (id: string, details: InvoiceDetails) =>
      act(id, ({ customer }) => {
        const { taxIdType: type, taxId: value } = details;
        if (value !== '' && !isTaxId(type, value)) {
          return { kind: 'declined', field: 'taxId', message: 'This tax number is not valid.' };
        }
        saveDetails(books, customer, details);
        return 'done';
      }),
  };
}

/** The coupon that can be accepted in place of cancelling; null: there is none (any more). */
function offerOf(books: Books, flow: Session['flow'], running: Subscription | undefined): Stripe.Coupon | null {
  const coupon = books.tables.coupons.get(flow?.subscription_cancel?.retention?.coupon_offer?.coupon);
  const isOpen = running !== undefined && !running.cancel_at_period_end && running.discounts.length === 0;
  return coupon && isOpen && isValid(coupon, books.timeOf(null)) ? coupon : null;
}

function saveDetails(books: Books, customer: string, details: InvoiceDetails): void {
  const { line1, postalCode: postal_code, city, country, taxIdType, taxId: value } = details;
  const parts = { city, country: countries.includes(country) ? country : '', line1, postal_code };
  const isEmpty = Object.values(parts).every((part) => part === '');
  const filled = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part || null]));
  const address = isEmpty ? null : ({ ...nulls('line2', 'state'), ...filled } as Stripe.Address);
  books.change('customers', customer, { address }, 'customer.updated');
  const [before] = taxIdsOf(books, customer);
  if (before?.value === value && before.type === taxIdType) return;
  if (before) removeTaxId(books, before);
  if (isTaxId(taxIdType, value)) addTaxId(books, customer, { type: taxIdType, value });
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
function nextAmount(books: Books, running: Subscription, offered?: Stripe.Coupon): number {
  const { price, current_period_end: at } = itemOf(running);
  const coupon = offered ?? discountOn(books, running, price, at)?.coupon ?? null;
  return totalsOf(amountOf(price), { coupon, taxPercent: null }).total;
}

/** Prices that the plan can be changed to. */
function pricesFor({ tables }: Books, { configuration }: Session, running: Subscription): Stripe.Price[] {
  const { products } = tables.portalConfigurations.get(idOf(configuration))!.features.subscription_update;
  const prices = (products ?? []).flatMap((each) => each.prices.flatMap((price) => tables.prices.get(price) ?? []));
  const isRunning = running.status === 'active' && !running.cancel_at_period_end;
  const own = itemOf(running).price.id;
  return prices.filter(
    ({ id, active, currency }) => isRunning && active && id !== own && currency === running.currency,
  );
}

/** Amounts are in the smallest unit of their currency, times in seconds since 1970. */
function viewPortal(books: Books, session: Session, running: Subscription | undefined) {
  const { tables } = books;
  const customer = tables.customers.get(session.customer)!;
  const invoices = tables.invoices.newest().filter((each) => each.customer === customer.id && each.status !== 'draft');
  const method = idOf(customer.invoice_settings.default_payment_method) ?? idOf(running?.default_payment_method);
  const card = tables.paymentMethods.get(method)?.card;
  const offer = offerOf(books, session.flow, running);
  const { setupIntent } = tables.cardChanges.get(session.id) ?? {};
  return {
    locale: session.locale,
    /** The only thing that it shows; null: all. */
    flow: session.flow?.type ?? null,
    returnUrl: session.return_url ?? '/',
    email: customer.email,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    /** What is kept for the next payments. */
    credit: { amount: -customer.balance, currency: customer.currency ?? 'usd' },
    subscription: running ? viewPlan(books, session, running) : null,
    /** The bank's question about a new card has not been answered. */
    isAuthenticating: tables.setupIntents.get(setupIntent)?.status === 'requires_action',
    /** What somebody who cancels can stay for: what the next payments take. */
    offer: offer && running ? viewOffer(books, offer, running) : null,
    details: viewDetails(books, customer),
    invoices: invoices.map(({ number, amount_due: amount, currency, created, hosted_invoice_url }) => {
      return { number, amount, currency, created, url: hosted_invoice_url ?? '' };
    }),
  };
}

/** `months`: how long it counts; null: for good, 0: for one payment. */
function viewOffer(books: Books, coupon: Stripe.Coupon, running: Subscription) {
  const months = coupon.duration === 'once' ? 0 : coupon.duration_in_months;
  return { amount: nextAmount(books, running, coupon), currency: running.currency, months };
}

function viewPlan(books: Books, session: Session, running: Subscription) {
  const { price, current_period_end: periodEnd } = itemOf(running);
  const { features } = books.tables.portalConfigurations.get(idOf(session.configuration))!;
  return {
    ...viewPrice(books, price),
    periodEnd,
    willRenew: !running.cancel_at_period_end,
    /** What the next payment takes, after a discount. */
    nextAmount: nextAmount(books, running),
    /** Reasons to cancel that can be chosen. */
    reasons: features.subscription_cancel.cancellation_reason.options,
    /** What it can change to; `due` is paid at once. */
    others: pricesFor(books, session, running).map((other) => ({
      ...viewPrice(books, other),
      due: dueForChange(books, running, other),
    })),
  };
}

function viewPrice(books: Books, price: Stripe.Price) {
  const description = describePrice(books, price);
  return { id: price.id, description, amount: amountOf(price), currency: price.currency, months: monthsOf(price) };
}
