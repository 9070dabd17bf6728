import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isBannerClosed, saveBannerClosed } from './closed-banner.ts';
import styles from './CabinetNotices.module.css';
import { useLogOut } from './use-log-out.ts';
import { accessEnd } from '../times.ts';
import { showError } from '../../../errors.ts';
import { account } from '../../../session/account.ts';
import { hasAccess } from '../../../session/current-user.ts';
import { hasLink, removeLink, strippedPath } from '../../../session/link-secrets.ts';
import { isClockWrong, serverClock } from '../../../session/server-time.ts';
import { useKnownUser } from '../../../session/use-known-user.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

/** How long "Email sent" stays (specification, section 2). */
const closeDelay = 2_000;

interface BannerProps {
  readonly user: { readonly id: string; readonly email: string };
}

/** Says that the email is not verified and offers to send the link again; closed, it stays away for the visit. */
export function UnverifiedBanner({ user: { id, email } }: BannerProps) {
  const { t } = useTranslation('cabinet');
  const [state, setState] = useState<'open' | 'sent' | 'closed'>(() => (isBannerClosed(id) ? 'closed' : 'open'));
  const banner = useRef<HTMLElement>(null);

  const close = useCallback(() => {
    saveBannerClosed(id);
    saveFocus(banner.current);
    setState('closed');
  }, [id]);
  const { mutate: resend, isPending } = useMutation({
    mutationFn: () => account.sendVerification(),
    onSuccess: () => setState((now) => (now === 'closed' ? now : 'sent')),
    onError: (error) => showError(error, t),
  });
  useEffect(() => {
    if (state !== 'sent') return undefined;
    saveBannerClosed(id);
    const timer = setTimeout(close, closeDelay);
    return () => clearTimeout(timer);
  }, [state, id, close]);

  if (state === 'closed') return null;
  const sent = state === 'sent';
  return (
    <section ref={banner} className={styles.banner} aria-label={t('banner.label')}>
      <div className={styles.inner}>
        <Icon name={sent ? 'check' : 'mail'} />
        <output className={styles.text}>
          {sent ? (
            t('banner.sent')
          ) : (
            <>
              {t('banner.text')} <span className={styles.where}>{t('banner.where', { email })}</span>
            </>
          )}
        </output>
        {/* Stays in its place after a send, so that the focus does too. */}
        <Button look="secondary" small busy={isPending} aria-disabled={sent} onClick={() => !sent && resend()}>
          {t('banner.resend')}
        </Button>
        <CloseButton onClick={close} />
      </div>
    </section>
  );
}

/**
 * For a member who has opened the link of an email that is for visitors (specification, section 6): logs out and opens it.
 */
export function LinkNotice() {
  const { t } = useTranslation('cabinet');
  const [isOpen, setOpen] = useState(() => hasLink('/reset-password'));
  const { busy, logOut } = useLogOut();
  const notice = useRef<HTMLElement>(null);
  const close = () => {
    removeLink('/reset-password');
    saveFocus(notice.current);
    setOpen(false);
  };
  if (!isOpen) return null;
  return (
    <section ref={notice} className={styles.banner} aria-label={t('notices.link.label')}>
      <div className={`${styles.inner} ${styles.longButton}`}>
        <Icon name="mail" />
        <p className={styles.text}>{t('notices.link.text')}</p>
        <Button look="secondary" small busy={busy} onClick={() => logOut(strippedPath('/reset-password'))}>
          {t('notices.link.open')}
        </Button>
        <CloseButton onClick={close} />
      </div>
    </section>
  );
}

/** A notice that goes leaves the focus that it has to the page. */
function saveFocus(notice: HTMLElement | null): void {
  if (notice?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
}

function CloseButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('cabinet');
  return (
    <button type="button" className={styles.close} onClick={onClick}>
      <Icon name="close" size={20} />
      <span className="unseen">{t('banner.close')}</span>
    </button>
  );
}

/** Says that the device's clock is wrong: its days and times are not those of the members' pages. */
export function ClockNotice() {
  const { t } = useTranslation('cabinet');
  const isWrong = useStore(serverClock, isClockWrong);
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
