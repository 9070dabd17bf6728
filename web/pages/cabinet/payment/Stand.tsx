import type { Purchases } from '../../../session/payments.ts';
import { useTranslation } from '../../../translation.tsx';
import { AccessNote } from '../AccessNote.tsx';
import { accessEnd } from '../access-end.ts';
import type { KnownPurchases } from '../use-purchases.ts';
import type { Buying } from './buying.ts';
import { OnHoldView } from './OnHoldView.tsx';
import { PastDueView } from './PastDueView.tsx';
import { PlansView } from './PlansView.tsx';
import type { Standing } from './standing.ts';

interface Props {
  readonly standing: Standing;
  readonly purchases: Purchases;
  readonly buying: Buying;
  /** Brings the purchases up to date. */
  readonly known: Pick<KnownPurchases, 'look' | 'reload'>;
}

/** What the payment page has for somebody, by how they stand. */
export function Stand({ standing, purchases, buying, known }: Props) {
  switch (standing.kind) {
    case 'new':
      return <PlansOfNewcomer purchases={purchases} buying={buying} />;
    case 'former':
      return <PlansOfFormer standing={standing} purchases={purchases} buying={buying} />;
    case 'past_due':
      return <PastDueView standing={standing} purchases={purchases} known={known} />;
    case 'on_hold':
      return <OnHoldView standing={standing} purchases={purchases} known={known} />;
    case 'subscribed':
    case 'lifetime':
    case 'granted':
      return <AccessNote standing={standing} purchases={purchases} buying={buying} />;
  }
}

type PlansProps = Pick<Props, 'purchases' | 'buying'>;

function PlansOfNewcomer(props: PlansProps) {
  const { t } = useTranslation('cabinet');
  return (
    <PlansView
      eyebrow={t('payment.eyebrow')}
      heading={t('payment.heading')}
      text={t('payment.text')}
      isFirst
      {...props}
    />
  );
}

interface FormerProps extends PlansProps {
  readonly standing: Extract<Standing, { kind: 'former' }>;
}

/** The guarantee is of the first purchase: it isn't promised again. */
function PlansOfFormer({ standing: { subscription }, ...props }: FormerProps) {
  const { t, locale } = useTranslation('cabinet');
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
