import { useState } from 'react';
import { account, type CurrentUser } from '../../../session/account.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Done, ProfileSection } from './ProfileSection.tsx';
import styles from './EmailsSection.module.css';

/** Tips and offers by e-mail, on or off. The tick moves once the server has it. */
export function EmailsSection({ user: { emailSubscribed } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  const { busy, run } = useWork();
  const [saved, setSaved] = useState(false);
  const change = async (wanted: boolean) => {
    if (busy) return;
    setSaved(false);
    setSaved(await run(() => account.updateMe({ emailSubscribed: wanted })));
  };
  return (
    <ProfileSection title={t('profile.emails.title')}>
      <Done words={saved ? t('profile.emails.saved') : null}>
        <Checkbox checked={emailSubscribed} aria-busy={busy} onChange={({ target }) => void change(target.checked)}>
          {t('profile.emails.label')}
        </Checkbox>
      </Done>
      <p className={styles.note}>{t('profile.emails.note')}</p>
    </ProfileSection>
  );
}
