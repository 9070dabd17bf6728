import type { Plan } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { AccessNote } from '../AccessNote.tsx';
import { accessEnd } from '../access-end.ts';
import type { Buying } from './buying.ts';
import { OnHoldView } from './OnHoldView.tsx';
import { PastDueView } from './PastDueView.tsx';
import { PlansView } from './PlansView.tsx';
import type { Standing } from './standing.ts';

interface Props {
  readonly standing: Standing;
  readonly plans: readonly Plan[];
  readonly buying: Buying;
  /** The standing may have changed. */
  readonly onChanged: () => Promise<void>;
}

/** What the payment page has for somebody, by how they stand. */
export function Stand({ standing, plans, buying, onChanged }: Props) {
  switch (standing.kind) {
    case 'new':
      return <PlansOfNewcomer plans={plans} buying={buying} />;
    case 'former':
      return <PlansOfFormer standing={standing} plans={plans} buying={buying} />;
    case 'past_due':
      return <PastDueView subscription={standing.subscription} accessTo={standing.accessTo} onChanged={onChanged} />;
    case 'on_hold':
      return <OnHoldView />;
    case 'subscribed':
    case 'lifetime':
    case 'granted':
      return <AccessNote standing={standing} plans={plans} buying={buying} />;
  }
}

type PlansProps = Pick<Props, 'plans' | 'buying'>;

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
