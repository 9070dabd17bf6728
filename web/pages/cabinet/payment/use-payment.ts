import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { report } from '../../../analytics/page-events.ts';
import { payments, type BegunPayment, type PaymentReport, type PlanId } from '../payments.ts';
import {
  createPayment,
  stateOf,
  type PaymentSnapshot,
  type PaymentState,
  type PaymentEvent,
} from './payment-machine.ts';
import { leaveFor } from '../browser.ts';
import { forgetBegun, keepBegun, takeStripeReturn } from './stripe-return.ts';

interface PaymentOfPage {
  readonly state: PaymentState;
  readonly context: PaymentSnapshot['context'];
  readonly buy: (plan: PlanId) => void;
}

/** The payment of this page; `refresh` loads what the user has anew. */
export function usePayment(refresh: () => Promise<void>): PaymentOfPage {
  const { search } = useLocation();
  const [actor] = useState(() =>
    createPayment(
      { buy: (plan) => payments.buy(plan), status: (id) => payments.status(id), refresh, leaveFor: leave, onPaid },
      takeStripeReturn(search),
    ),
  );
  useEffect(() => {
    actor.start();
    const stop = tellOfBrowser((event) => actor.send(event));
    return () => {
      stop();
      actor.stop();
    };
  }, [actor]);
  const snapshot = useSelector(actor, (latest) => latest);
  return {
    state: stateOf(snapshot),
    context: snapshot.context,
    buy: (plan) => actor.send({ type: 'BUY', plan }),
  };
}

function leave({ id, url }: BegunPayment): void {
  keepBegun(id);
  leaveFor(url);
}

function onPaid({ id: payment, plan, amount, currency, accessTo }: PaymentReport): void {
  report({ type: 'purchase', payment, plan, amount, currency });
  if (accessTo !== null) payments.takeAccess(accessTo);
  payments.reloadUser().catch(() => undefined); // what the report said counts until it works
}

/** Tells the payment whether anybody looks, and when the page is back; until the function it returns is called. */
function tellOfBrowser(send: (event: PaymentEvent) => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const look = () => send({ type: document.visibilityState === 'visible' ? 'SEEN' : 'HIDDEN' });
  look();
  document.addEventListener('visibilitychange', look, options);
  window.addEventListener('online', () => send({ type: 'ONLINE' }), options);
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    forgetBegun();
    send({ type: 'RETURNED' });
  };
  window.addEventListener('pageshow', comeBack, options);
  return () => listening.abort();
}
