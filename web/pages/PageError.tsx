import { useState } from 'react';
import { useSite } from '../site.ts';
import { useTranslation } from '../translation.tsx';
import { Link, useLocation } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Icon } from '../ui/Icon.tsx';
import { MessagePage } from './MessagePage.tsx';
import styles from './PageError.module.css';
import { Ways } from './Ways.tsx';

interface Props {
  /** Tries once more; the button waits for it. */
  readonly onRetry: () => Promise<void> | void;
}

/** In the place of a page that could not be loaded, or that broke. Needs only words that are always there. */
export function PageError({ onRetry }: Props) {
  const { t } = useTranslation('site');
  const { pathname } = useLocation();
  const isQuiz = useSite().funnels.some(({ path }) => path === pathname);
  const [retrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void Promise.resolve(onRetry()).finally(() => setRetrying(false));
  };
  return (
    <MessagePage
      picture={
        <span className={styles.sign}>
          <Icon name="alert" size={40} />
        </span>
      }
      title={t('errors.page_title')}
      text={isQuiz ? `${t('errors.page_text')} ${t('errors.quiz_saved')}` : t('errors.page_text')}
    >
      <Ways>
        <Button busy={retrying} onClick={retry}>
          {t('errors.reload')}
        </Button>
        <Link className={buttonClass({ look: 'secondary' })} to="/">
          {t('errors.home')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
