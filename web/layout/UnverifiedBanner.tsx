import { useCallback, useEffect, useRef, useState } from 'react';
import { account } from '../session/account.ts';
import { useAsyncAction } from '../session/use-work.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { isBannerClosed, rememberBannerClosed } from './closed-banner.ts';
import styles from './UnverifiedBanner.module.css';

/** How long "Email sent" stays (specification, section 2). */
const closeDelay = 2_000;

interface BannerProps {
  readonly user: { readonly id: string; readonly email: string };
}

/** Says that the e-mail is not verified and offers to send the link again; closed, it stays away for the visit. */
export function UnverifiedBanner({ user: { id, email } }: BannerProps) {
  const { t } = useTranslation('cabinet');
  const [state, setState] = useState<'open' | 'sent' | 'closed'>(() => (isBannerClosed(id) ? 'closed' : 'open'));
  const { busy, run } = useAsyncAction();
  const banner = useRef<HTMLElement>(null);

  const close = useCallback(() => {
    rememberBannerClosed(id);
    if (banner.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
    setState('closed');
  }, [id]);
  const resend = async () => {
    const sent = await run(() => account.sendVerification());
    if (sent) setState((now) => (now === 'closed' ? now : 'sent'));
  };
  useEffect(() => {
    if (state !== 'sent') return undefined;
    rememberBannerClosed(id);
    const timer = setTimeout(close, closeDelay);
    return () => clearTimeout(timer);
  }, [state, id, close]);

  if (state === 'closed') return null;
  const sent = state === 'sent';
  return (
    <section ref={banner} className={styles.banner} aria-label={t('banner.label')}>
      <div className={styles.inner}>
        <Icon name={sent ? 'check' : 'mail'} />
        <output className={styles.text}>{sent ? t('banner.sent') : t('banner.text', { email })}</output>
        {/* Stays in its place after a send, so that the focus does too. */}
        <Button look="secondary" small busy={busy} aria-disabled={sent} onClick={() => !sent && void resend()}>
          {t('banner.resend')}
        </Button>
        <button type="button" className={styles.close} onClick={close}>
          <Icon name="close" size={20} />
          <span className="unseen">{t('banner.close')}</span>
        </button>
      </div>
    </section>
  );
}
