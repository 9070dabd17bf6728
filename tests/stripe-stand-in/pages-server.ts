import { createServer } from 'node:http';
import express from 'express';
import { onTestFinished } from 'vitest';
import type {
  AuthenticationAnswer,
  CardInput,
  CheckoutActions,
  PortalActions,
  CheckoutView,
  DeskActions,
  InvoiceView,
  PayResult,
} from '../../scripts/stripe-stand-in/actions.ts';
import { createDeskPages, createPages } from '../../scripts/stripe-stand-in/pages/create-pages.ts';
import { ask, listenAnywhere, type Answer } from '../harness/app.ts';

const plan = { description: '3 months', amount: 2999, currency: 'usd', months: 3 } as const;

export const openCheckout: CheckoutView = {
  ...plan,
  id: 'cs_1',
  status: 'open',
  locale: 'en',
  email: 'ada@example.org',
  isAuthenticating: false,
  balance: 0,
  coupon: null,
  promotion: null,
  tax: null,
  isFree: false,
  returnUrl: 'https://site.example/cabinet/payment?payment=1',
  cancelUrl: 'https://site.example/cabinet/payment?payment=1&back=1',
  expiresAt: 1_800_000_000,
};

export const openInvoice: InvoiceView = {
  ...plan,
  id: 'in_1',
  number: 'ABC-0002',
  status: 'open',
  email: 'ada@example.org',
  isAuthenticating: false,
  locale: null,
  tax: 0,
  credited: 0,
  createdAt: Date.UTC(2026, 10, 21) / 1000,
  paidAt: null,
  periodStart: Date.UTC(2026, 10, 21) / 1000,
  periodEnd: Date.UTC(2027, 1, 21) / 1000,
};

const receipt = {
  ...plan,
  id: 'ch_1',
  refundedAmount: 0,
  cardBrand: 'visa',
  cardLast4: '4242',
  paidAt: Date.UTC(2026, 10, 21) / 1000,
};

/** What the fake stand-in has and answers; a test changes it at will. */
export interface FakeState {
  checkout: CheckoutView;
  invoice: InvoiceView;
  refundedAmount: number;
  answer: PayResult;
  /** What was asked of it. */
  readonly cards: CardInput[];
  readonly answers: AuthenticationAnswer[];
}

/** The pages below `/dev/stripe` on a free port, with a session `cs_1`, an invoice `in_1` and a charge `ch_1`. */
export async function runPages({ desk = null, ...start }: Partial<FakeState> & { desk?: DeskActions | null } = {}) {
  const state: FakeState = {
    checkout: openCheckout,
    invoice: openInvoice,
    refundedAmount: 0,
    answer: { kind: 'paid', returnUrl: openCheckout.returnUrl },
    cards: [],
    answers: [],
    ...start,
  };
  return { state, ...(await servePages(fakeActions(state), desk)) };
}

/** The pages of these actions below `/dev/stripe` on a free port. */
export async function servePages(
  actions: CheckoutActions,
  desk: DeskActions | null = null,
  portal: PortalActions = noPortal,
) {
  const app = express().use('/dev/stripe', createPages(actions, portal));
  if (desk) app.use('/dev/stripe', createDeskPages(desk));
  const server = createServer(app);
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  const get = (path: string, headers: Record<string, string> = {}) => ask(port, `/dev/stripe${path}`, { headers });
  const post = (path: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
    ask(port, `/dev/stripe${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  return { get, post };
}

const gone = async () => ({ kind: 'gone' }) as const;
const noPortal: PortalActions = {
  view: () => null,
  changePlan: gone,
  setRenewal: gone,
  saveCard: gone,
  authenticate: gone,
  acceptOffer: gone,
  saveDetails: gone,
};

const known = <View>(isKnown: boolean, view: View): View | null => (isKnown ? view : null);

function fakeActions(state: FakeState): CheckoutActions {
  const pay = async (id: string, card: CardInput | null): Promise<PayResult> => {
    if (card) state.cards.push(card);
    return id.endsWith('_1') ? state.answer : { kind: 'gone' };
  };
  const authenticate = async (_id: string, answer: AuthenticationAnswer) => {
    state.answers.push(answer);
    return state.answer;
  };
  return {
    view: (id) => known(id === 'cs_1', state.checkout),
    pay,
    authenticate,
    applyPromotion: gone,
    setCountry: async () => undefined,
    viewInvoice: (id) => known(id === 'in_1', state.invoice),
    payInvoice: pay,
    authenticateInvoice: authenticate,
    viewReceipt: (id) => known(id === 'ch_1', { ...receipt, refundedAmount: state.refundedAmount }),
  };
}
