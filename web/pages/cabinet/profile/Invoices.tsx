import { useState } from 'react';
import type { Payment } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { price } from '../../plan/prices.ts';
import { day } from './day.ts';
import styles from './Invoices.module.css';
import { NewTabLink } from './NewTabLink.tsx';

/** As many as are shown before somebody asks for all. */
const shownFirst = 6;

interface Props {
  readonly payments: readonly Payment[];
}

/** The invoices as a part of the plan. */
export function Invoices({ payments }: Props) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.invoices}>
      <h3 className={styles.title}>{t('profile.plan.invoices')}</h3>
      <InvoiceList payments={payments} />
    </div>
  );
}

/** What was paid, newest first, each with its invoice or receipt on Stripe's site. */
export function InvoiceList({ payments }: Props) {
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
  const { t, locale } = useTranslation('cabinet');
  const { plan, kind, refundedAmount, currency, paidAt, createdAt, documentUrl } = payment;
  const date = day(paidAt ?? createdAt, locale);
  const refunded = refundWords(payment);
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <span>{date}</span>
        <span className={styles.note}>
          {t(`profile.plan.kinds.${kind}`, { plan: t(`profile.plan.names.${plan}`) })}
          {' · '}
          {price(payment, locale)}
          {refunded && ` · ${t(refunded, { amount: price({ amount: refundedAmount, currency }, locale) })}`}
        </span>
      </span>
      {documentUrl !== null && (
        <NewTabLink className={styles.document} href={documentUrl}>
          {t('profile.plan.invoice')}
          <span className="unseen"> {t('profile.plan.invoice_of', { date })}</span>
        </NewTabLink>
      )}
    </li>
  );
}

/** The words for how much of a payment was given back; none where nothing was. */
function refundWords({ amount, refundedAmount }: Payment): string | null {
  if (refundedAmount === 0) return null;
  return refundedAmount < amount ? 'profile.plan.refunded_partly' : 'profile.plan.refunded';
}
