import { Link } from 'react-router';
import { useTranslation } from '../../../translation.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import type { ContentItem } from '../content.ts';
import { Part } from './Part.tsx';
import { SessionRows } from './SessionRows.tsx';

interface Props {
  readonly items: readonly ContentItem[];
  readonly hasPlan: boolean;
}

/** More that suits the listener, and the way to all there is. */
export function Suggestions({ items, hasPlan }: Props) {
  const { t } = useTranslation('cabinet');
  const title = t(hasPlan ? 'dashboard.more' : 'dashboard.begin_with');
  return (
    <Part title={items.length > 0 ? title : t('dashboard.library.title')}>
      {items.length > 0 ? <SessionRows items={items} label={title} /> : <p>{t('dashboard.library.text')}</p>}
      <div>
        <Link className={buttonClass({ look: 'secondary', small: true })} to="/cabinet/sessions">
          {t('dashboard.sessions')}
        </Link>
      </div>
    </Part>
  );
}
