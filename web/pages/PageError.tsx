import { useEffect, useEffectEvent, useState } from 'react';
import { useSite } from '../site.ts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MessagePage, PageActions } from './MessagePage.tsx';
import styles from './PageError.module.css';

interface Props {
  /**
   * Tries once more; the button waits for it. Where it resolves and the page is still here, it is still lost. Default:
   * reloads the page.
   */
  readonly onRetry?: () => unknown;
}

/** Pages about the answers of a quiz that was finished. */
const pagesOfAnswers = ['/results', '/personalized-plan'];

/**
 * In the place of a page that could not be loaded, or that broke: tries again when the browser is online again, or is
 * asked to. Needs only words that are always there.
 */
export function PageError({ onRetry = reloadIfReachable }: Props) {
  const { t } = useTranslation('site');
  const { pathname } = useLocation();
  const hasAnswers = useSite().funnels.some(({ path }) => path === pathname) || pagesOfAnswers.includes(pathname);
  const [retrying, setRetrying] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const retry = () => {
    setRetrying(true);
    setIsLost(false);
    void Promise.resolve(onRetry()).finally(() => {
      setRetrying(false);
      setIsLost(true);
    });
  };
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    const listen = () => retryOnline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);
  return (
    <MessagePage
      picture={
        <span className={styles.sign}>
          <Icon name="alert" size={40} />
        </span>
      }
      title={t('errors.page_title')}
      text={hasAnswers ? `${t('errors.page_text')} ${t('errors.quiz_saved')}` : t('errors.page_text')}
    >
      <PageActions>
        <Button busy={retrying} onClick={retry}>
          {t('errors.reload')}
        </Button>
        <Link className={buttonClass({ look: 'secondary' })} to="/">
          {t('errors.home')}
        </Link>
      </PageActions>
      <output>{isLost && t('errors.not_loaded')}</output>
    </MessagePage>
  );
}

/**
 * Loads the page again, if the site can be reached: also the way out when a newer version of it was published and files
 * of this one are gone. Nothing is lost: visits are saved. Resolves where the browser is still offline, and the page stays.
 */
async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    location.reload();
    await new Promise(() => undefined); // the page is on its way out
  } catch {
    // Still offline.
  }
}
