import type { Ref } from 'react';
import { languageTag, type Locale } from '../../../engine/model.ts';
import styles from './PlanChoice.module.css';
import { writeAmount } from '../../../engine/shop/money.ts';
import { pricePerDay, type Saving, savingOf } from './plans.ts';
import type { Plan } from '../../site.ts';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly plans: readonly Plan[];
  readonly locale: Locale;
  readonly chosenPlan: Plan['id'];
  readonly onChoosePlan: (plan: Plan['id']) => void;
  /** While the chosen one is on its way: no other can be chosen. */
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLFieldSetElement>;
}

/** The plans as a group of radio buttons, each a card with its price and what happens when it ends. */
export function PlanChoice({ plans, locale, chosenPlan, onChoosePlan, disabled = false, ref }: Props) {
  const { t } = useTranslation('plan');
  return (
    <fieldset ref={ref} className={styles.plans} disabled={disabled}>
      <legend className={styles.legend}>{t('plans.legend')}</legend>
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          saving={savingOf(plan, plans)}
          locale={locale}
          chosen={plan.id === chosenPlan}
          onChoose={() => onChoosePlan(plan.id)}
        />
      ))}
    </fieldset>
  );
}

interface CardProps {
  readonly plan: Plan;
  readonly saving: Saving | null;
  readonly locale: Locale;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function PlanCard({ plan, saving, locale, chosen, onChoose }: CardProps) {
  const { t } = useTranslation('plan');
  const perDay = pricePerDay(plan, locale);
  return (
    <label className={styles.card}>
      <input className={styles.radio} type="radio" name="plan" value={plan.id} checked={chosen} onChange={onChoose} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name}>
            {t(`plans.${plan.id}.name`)}{' '}
            {plan.recommended && <span className={styles.recommended}>{t('plans.recommended')}</span>}
          </span>{' '}
          <span className={styles.price}>{writeAmount(plan, locale)}</span>
        </span>{' '}
        <span className={styles.line}>
          <span className={styles.note}>{t(`plans.${plan.id}.length`)}</span>{' '}
          {perDay && <span className={styles.note}>{t('plans.per_day', { price: perDay })}</span>}
        </span>{' '}
        <span className={styles.line}>
          <span className={styles.note}>{t(`plans.${plan.id}.billing`)}</span>{' '}
          {saving && <SavingNote saving={saving} locale={locale} />}
        </span>
      </span>
    </label>
  );
}

function SavingNote({ saving, locale }: { readonly saving: Saving; readonly locale: Locale }) {
  const { t } = useTranslation('plan');
  const words =
    'share' in saving
      ? t('plans.save', {
          share: new Intl.NumberFormat(languageTag(locale), { style: 'percent' }).format(saving.share),
        })
      : t('plans.pays_off', { months: saving.months });
  return <span className={styles.saving}>{words}</span>;
}

/** What is promised for the first 14 days (specification, section 1). */
export function GuaranteeNote() {
  const { t } = useTranslation('plan');
  return (
    <section className={styles.guarantee} aria-labelledby="guarantee">
      <GuaranteeSeal size={56} />
      <h2 id="guarantee" className={styles.title}>
        {t('guarantee.title')}
      </h2>
      <p className={styles.promise}>{t('guarantee.text')}</p>
    </section>
  );
}

/** A seal with the days of the guarantee (specification, section 1), `size` pixels wide; it stands beside its words. */
export function GuaranteeSeal({ size }: { readonly size: number }) {
  return (
    <svg className={styles.seal} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      {/* Its edge is a ring of 24 dots. */}
      <circle cx="24" cy="24" r="20" strokeWidth="6" strokeDasharray="0 5.236" strokeLinecap="round" />
      <text x="24" y="31" textAnchor="middle" fontSize="19">
        14
      </text>
    </svg>
  );
}
