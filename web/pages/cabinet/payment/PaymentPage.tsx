import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { SceneDrawing } from '../../../../engine/model.ts';
import { report } from '../../../analytics/page-events.ts';
import { showError } from '../../../errors.ts';
import { leaveFor } from '../browser.ts';
import { AccessNote } from './AccessNote.tsx';
import type { Buying } from './BuyPlan.tsx';
import { PaidView, WaitingView } from './OutcomeViews.tsx';
import {
  createPayment,
  type PaymentEvent,
  type PaymentSnapshot,
  type PaymentState,
  paymentStateOf,
} from './payment-machine.ts';
import page from './PaymentPage.module.css';
import styles from './PaymentSkeleton.module.css';
import { PlansView } from './PlansView.tsx';
import { type PlanStatus, planStatusOf } from './plan-status.ts';
import { removeBegunPayment, saveBegunPayment, takeStripeReturn } from './stripe-return.ts';
import { OnHoldView, PastDueView } from './TroubleViews.tsx';
import { type BegunPayment, type PaymentReport, payments, type PlanOrder, type Purchases } from '../payments.ts';
import { accessEnd } from '../times.ts';
import { type KnownPurchases, purchasesKey, usePurchases } from '../use-purchases.ts';
import { PageError } from '../../PageError.tsx';
import { hasChosenPlan } from '../../plan/plans.ts';
import type { CurrentUser } from '../../../session/account.ts';
import { hasAccess } from '../../../session/current-user.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { useSite } from '../../../site.ts';

/** CABINET_PAYMENT: the plans and the way to Stripe's page, what became of a payment, or what a member has already. */
export function PaymentPage() {
  const user = useKnownUser();
  if (user === null) return <PageError />;
  return <Payment key={user.id} user={user} />;
}

function Payment({ user }: { readonly user: CurrentUser }) {
  const client = useQueryClient();
  const { state, context, buy } = usePayment(() => client.refetchQueries({ queryKey: [purchasesKey] }));
  const isOffer = state === 'choosing' || state === 'starting' || state === 'redirected';
  const known = usePurchases({ enabled: isOffer || state === 'checking' });
  const purchases = known.state.kind === 'loaded' ? known.state.purchases : null;
  const failed = known.state.kind === 'failed';
  const planStatus = purchases && planStatusOf(user, purchases);
  const quiz = useQuiz(user.id, isOffer);
  const view = isOffer ? (viewOf(planStatus) ?? (failed ? 'unreachable' : 'loading')) : state;
  const place = useHeadingFocus(view === 'failed' ? 'waiting' : view);
  useFollow(state, context.problem);

  const offer = () => {
    if (failed) return <PageError onRetry={known.refresh} />;
    const isEarly = planStatus?.kind === 'new' && quiz === undefined;
    if (!isOffer || !purchases || !planStatus || isEarly)
      return <PaymentSkeleton ofMember={hasAccess(user.accessTo)} />;
    const buying = { ...context, plan: context.choice?.plan ?? null, busy: state !== 'choosing', buy };
    return <PlanStatusView {...{ planStatus, purchases, buying, known, quiz }} />;
  };
  const content = () => {
    if (state === 'paid' && context.report) return <PaidView report={context.report} email={user.email} />;
    if (state === 'waiting' || state === 'failed')
      return <WaitingView isLong={context.waitingTime !== 'fresh'} email={user.email} />;
    return offer();
  };
  return <div ref={place}>{content()}</div>;
}

/** What takes another's place on the screen; a button that has done its work leaves the focus to the heading. */
function viewOf(planStatus: PlanStatus | null): string | null {
  if (planStatus?.kind !== 'on_hold') return planStatus && planStatus.kind;
  return planStatus.subscription?.renewsAt ? 'on_hold, renewing' : 'on_hold';
}

interface Props {
  readonly planStatus: PlanStatus;
  readonly purchases: Purchases;
  readonly buying: Buying;
  /** What is known of the quiz that the visitor took last. */
  readonly quiz?: KnownQuiz | null | undefined;
  /** Brings the purchases up to date. */
  readonly known: Pick<KnownPurchases, 'refresh' | 'reload'>;
}

/** What the payment page shows a member, by their plan. */
function PlanStatusView({ planStatus, purchases, buying, known, quiz }: Props) {
  switch (planStatus.kind) {
    case 'new':
      return <PlansOfNewcomer purchases={purchases} buying={buying} quiz={quiz} />;
    case 'former':
      return <PlansOfFormer planStatus={planStatus} purchases={purchases} buying={buying} />;
    case 'past_due':
      return <PastDueView planStatus={planStatus} purchases={purchases} known={known} />;
    case 'on_hold':
      return <OnHoldView planStatus={planStatus} purchases={purchases} known={known} />;
    case 'subscribed':
    case 'lifetime':
    case 'granted':
      return <AccessNote planStatus={planStatus} purchases={purchases} buying={buying} />;
  }
}

type PlansProps = Pick<Props, 'purchases' | 'buying'>;

/** Members that picked a plan before the sign-up aren't asked for it again. */
function PlansOfNewcomer({ quiz, ...props }: PlansProps & Pick<Props, 'quiz'>) {
  const { t } = useTranslation('cabinet');
  const [isOrder] = useState(() => hasChosenPlan(props.purchases.plans));
  return (
    <PlansView
      eyebrow={t('payment.eyebrow')}
      heading={t(isOrder ? 'payment.order.heading' : 'payment.heading')}
      text={t('payment.text')}
      isOrder={isOrder}
      isFirst
      {...quiz}
      {...props}
    />
  );
}

/** The payment doesn't wait longer for the quiz, in milliseconds. */
const quizTimeout = 2_000;

const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, quizTimeout, null));

interface KnownQuiz {
  /** What the visitor wants to reach, in their own words; null where that isn't known. */
  readonly goal: string | null;
  readonly scene: SceneDrawing;
}

/** The quiz that the user took last in this browser; null where there is none, undefined until that is known. */
function useQuiz(userId: string, enabled: boolean): KnownQuiz | null | undefined {
  const { language } = useTranslation().i18n;
  const site = useSite();
  const load = async () => {
    const { loadFinishedVisit } = await import('../../../quiz/finished-visit.ts');
    const visit = await loadFinishedVisit(site, language, userId);
    return visit && { goal: visit.result.goal ?? null, scene: visit.data.words.look.scene };
  };
  const { data } = useQuery({
    queryKey: ['quiz', language, userId],
    queryFn: () => Promise.race([load().catch(() => null), timeout()]),
    enabled,
    staleTime: Infinity,
  });
  return data;
}

interface FormerProps extends PlansProps {
  readonly planStatus: Extract<PlanStatus, { kind: 'former' }>;
}

/** The guarantee is of the first purchase: it isn't promised again. */
function PlansOfFormer({ planStatus: { subscription }, ...props }: FormerProps) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const ended = subscription?.endsAt && {
    plan: planWords(`plans.${subscription.plan}.name`),
    date: accessEnd(new Date(subscription.endsAt), locale),
  };
  return (
    <PlansView
      eyebrow={t('payment.former.eyebrow')}
      heading={t('payment.former.heading')}
      text={ended ? t('payment.former.text_ended', ended) : t('payment.former.text')}
      isFirst={false}
      {...props}
    />
  );
}

/** The outline of what is being loaded: of a message for members with access, else of the plans. */
function PaymentSkeleton({ ofMember }: { readonly ofMember: boolean }) {
  const { t } = useTranslation('site');
  const { t: words } = useTranslation('cabinet');
  return (
    <div className={styles.skeleton} aria-busy="true">
      <h1 className="unseen">{words('payment.title')}</h1>
      <output className="unseen">{t('layout.loading')}</output>
      {ofMember ? <MessageOutline /> : <PlansOutline />}
    </div>
  );
}

function MessageOutline() {
  return (
    <div className={styles.message} aria-hidden="true">
      <span className={styles.picture} />
      <span className={styles.title} />
      <span className={styles.line} />
      <span className={styles.line} />
      <span className={styles.button} />
    </div>
  );
}

function PlansOutline() {
  return (
    <div className={page.page} aria-hidden="true">
      <div className={styles.header}>
        <span className={styles.picture} />
        <span className={styles.title} />
        <span className={styles.line} />
      </div>
      <div className={page.plans}>
        <span className={styles.line} />
        <span className={styles.card} />
        <span className={styles.card} />
        <span className={styles.card} />
        <span className={styles.button} />
      </div>
    </div>
  );
}

/**
 * What follows from where a payment stands: a problem is said in a toast, what the address says of a payment goes once
 * it is known, and one that failed leads to its own page.
 */
function useFollow(state: PaymentState, problem: unknown): void {
  const { t } = useTranslation('site');
  const navigate = useNavigate();
  const { search } = useLocation();
  const isAsking = state === 'opening' || state === 'checking' || state === 'waiting';
  useEffect(() => {
    if (state === 'failed') void navigate('/cabinet/payment-error', { replace: true, state: { hasFailed: true } });
    else if (!isAsking && search !== '') void navigate('/cabinet/payment', { replace: true });
  }, [state, isAsking, search, navigate]);

  const lastShown = useRef<unknown>(null);
  useEffect(() => {
    if (problem !== null && problem !== lastShown.current) showError(problem, t);
    lastShown.current = problem;
  }, [problem, t]);
}

/**
 * Moves the focus to the heading, and the page to its top, whenever another view takes the place of the one before.
 * What comes first leaves the focus alone, and so does what was loading while the reader is elsewhere, in the header.
 */
function useHeadingFocus(view: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    const before = shown.current;
    shown.current = view;
    if (view === before) return;
    const heading = place.current?.querySelector('h1');
    const wasLoading = before === 'loading' || before === 'checking';
    if (!heading || (wasLoading && !document.activeElement?.contains(heading))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (!wasLoading) window.scrollTo(0, 0);
  }, [view]);
  return place;
}

interface PaymentOfPage {
  readonly state: PaymentState;
  readonly context: PaymentSnapshot['context'];
  readonly buy: (choice: PlanOrder) => void;
}

/** The payment of this page; `refresh` loads what the user has again. */
function usePayment(refresh: () => Promise<void>): PaymentOfPage {
  const { search } = useLocation();
  const [actor] = useState(() =>
    createPayment(
      { buy: (choice) => payments.buy(choice), status: (id) => payments.status(id), refresh, leaveFor: leave, onPaid },
      takeStripeReturn(search),
    ),
  );
  useEffect(() => {
    actor.start();
    const stop = sendBrowserEvents((event) => actor.send(event));
    return () => {
      stop();
      actor.stop();
    };
  }, [actor]);
  const snapshot = useSelector(actor, (latest) => latest);
  return {
    state: paymentStateOf(snapshot),
    context: snapshot.context,
    buy: (choice) => actor.send({ type: 'BUY', ...choice }),
  };
}

function leave({ id, url }: BegunPayment): void {
  saveBegunPayment(id);
  void leaveFor(url); // the machine knows when it has come back
}

function onPaid({ id: payment, plan, amount, currency, accessTo }: PaymentReport): void {
  report({ type: 'purchase', payment, plan, amount, currency });
  if (accessTo !== null) payments.takeAccess(accessTo);
  payments.reloadUser().catch(() => undefined); // what the report said counts until it works
}

/** Reports to the payment whether the page is visible, and when it is back; until the function it returns is called. */
function sendBrowserEvents(send: (event: PaymentEvent) => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const look = () => send({ type: document.visibilityState === 'visible' ? 'SEEN' : 'HIDDEN' });
  look();
  document.addEventListener('visibilitychange', look, options);
  window.addEventListener('online', () => send({ type: 'ONLINE' }), options);
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    removeBegunPayment();
    send({ type: 'RETURNED' });
  };
  window.addEventListener('pageshow', comeBack, options);
  return () => listening.abort();
}
