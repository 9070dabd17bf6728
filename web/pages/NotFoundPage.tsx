import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { buttonClass } from '../ui/Button.tsx';
import { Medallion } from './drawings/Medallion.tsx';
import { MessagePage, PageActions } from './MessagePage.tsx';

/** Shown for every address that has no page. */
export function NotFoundPage() {
  const { t } = useTranslation('account');
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      eyebrow={t('not_found.eyebrow')}
      title={t('not_found.title')}
      text={t('not_found.text')}
    >
      <PageActions>
        <Link className={buttonClass()} to="/">
          {t('not_found.home')}
        </Link>
      </PageActions>
    </MessagePage>
  );
}
