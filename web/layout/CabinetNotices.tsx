import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { accessEnd } from '../pages/cabinet/times.ts';
import { hasAccess } from '../session/current-user.ts';
import { isClockWrong, onServerTime } from '../session/server-time.ts';
import { useKnownUser } from '../session/use-known-user.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './UnverifiedBanner.module.css';

/** Says that the device's clock is wrong: its days and times are not those of the members' pages. */
export function ClockNotice() {
  const { t } = useTranslation('cabinet');
  const isWrong = useSyncExternalStore(onServerTime, isClockWrong, () => false);
  return (
    <output>
      {isWrong && (
        <span className={styles.banner}>
          <span className={styles.inner}>
            <Icon name="alert" />
            <span className={styles.text}>{t('notices.clock')}</span>
          </span>
        </span>
      )}
    </output>
  );
}

/** The pages that don't say by themselves how the plan stands. */
const paths = ['/cabinet/sessions', '/cabinet/dashboard'];

/** During the grace after a failed payment: until when the sessions stay open, and the way to pay. */
export function PastDueNotice({ path }: { readonly path: string }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const user = useKnownUser();
  if (!user?.pastDue || !hasAccess(user.accessTo) || !paths.includes(path)) return null;
  return (
    <section className={styles.banner} aria-label={t('notices.past_due.label')}>
      <div className={styles.inner}>
        <Icon name="alert" />
        <p className={styles.text}>{t('notices.past_due.text', { date: accessEnd(user.accessTo, locale) })}</p>
        <Link className={buttonClass({ look: 'secondary', small: true })} to="/cabinet/payment">
          {t('notices.past_due.pay')}
        </Link>
      </div>
    </section>
  );
}
