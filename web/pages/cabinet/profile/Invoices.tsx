import { type ReactNode, useState } from 'react';
import { leaveFor } from '../browser.ts';
import { day } from '../times.ts';
import styles from './Invoices.module.css';
import { writeAmount } from '../../../../engine/run/money.ts';
import { payments as calls, type Payment } from '../payments.ts';
import { useAsyncAction } from '../../../session/use-async-action.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';

/** As many as are shown before the member asks for all. */
const shownFirst = 6;

interface InvoicesProps {
  readonly payments: readonly Payment[];
}

/** The invoices as a part of the plan. */
export function Invoices({ payments }: InvoicesProps) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.invoices}>
      <h3 className={styles.title}>{t('profile.plan.invoices')}</h3>
      <InvoiceList payments={payments} />
    </div>
  );
}

/** What was paid, newest first, each with its invoice or receipt on Stripe's site. */
export function InvoiceList({ payments }: InvoicesProps) {
  const { t } = useTranslation('cabinet');
  const [all, setAll] = useState(false);
  const shown = all ? payments : payments.slice(0, shownFirst);
  return (
    <>
      {payments.length === 0 ? (
        <p className={styles.note}>{t('profile.plan.no_invoices')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('profile.plan.invoices')}>
          {shown.map((payment) => (
            <Invoice key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      {shown.length < payments.length && (
        <div className={styles.more}>
          <Button look="quiet" small onClick={() => setAll(true)}>
            {t('profile.plan.all_invoices', { number: payments.length })}
          </Button>
        </div>
      )}
    </>
  );
}

function Invoice({ payment }: { readonly payment: Payment }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const { plan, kind, refundedAmount, currency, paidAt, createdAt, hasDocument } = payment;
  const date = day(paidAt ?? createdAt, locale);
  const refunded = refundWords(payment);
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <span>{date}</span>
        <span className={styles.note}>
          {t(`profile.plan.kinds.${kind}`, { plan: t(`profile.plan.names.${plan}`) })}
          {' · '}
          {writeAmount(payment, locale)}
          {refunded && ` · ${t(refunded, { amount: writeAmount({ amount: refundedAmount, currency }, locale) })}`}
        </span>
      </span>
      {hasDocument && <DocumentButton payment={payment} date={date} />}
    </li>
  );
}

/** Opens the invoice in a new tab, by an address that is asked for at each press: one runs out after a while. */
function DocumentButton({ payment, date }: { readonly payment: Payment; readonly date: string }) {
  const { t } = useTranslation('cabinet');
  const { busy, run } = useAsyncAction();
  const open = async () => {
    // At the press: a tab that opens later is blocked.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const went = await run(async () => {
      const url = await calls.document(payment.id);
      if (tab) tab.location.replace(url);
      else leaveFor(url);
    });
    if (!went) tab?.close();
  };
  return (
    <Button look="quiet" small busy={busy} onClick={() => void open()}>
      <span>
        {t('profile.plan.invoice')}
        <span className="unseen"> {t('profile.plan.invoice_of', { date })}</span>
        <NewTabSign />
      </span>
    </Button>
  );
}

/** The words for how much of a payment was given back; none where nothing was. */
function refundWords({ amount, refundedAmount }: Payment): string | null {
  if (refundedAmount === 0) return null;
  return refundedAmount < amount ? 'profile.plan.refunded_partly' : 'profile.plan.refunded';
}

interface NewTabLinkProps {
  readonly href: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to another site, which opens in a new tab: an arrow shows it, and it is read out. */
export function NewTabLink({ href, className, children }: NewTabLinkProps) {
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {children}
      <NewTabSign />
    </a>
  );
}

/** Shows and reads out that something opens in a new tab. */
function NewTabSign() {
  const { t } = useTranslation('cabinet');
  return (
    <>
      <span className={styles.arrow} aria-hidden="true" title={t('profile.plan.new_tab')}>
        ↗
      </span>
      <span className="unseen"> ({t('profile.plan.new_tab')})</span>
    </>
  );
}
