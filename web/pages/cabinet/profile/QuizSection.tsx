import { useEffect, useState } from 'react';
import type { FinishedVisit } from '../../../finished-visit.ts';
import type { CurrentUser } from '../../../session/account.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from '../../../translation.tsx';
import { QuotedText } from '../../QuotedText.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import styles from './QuizSection.module.css';

/** What the quiz that this user finished last on this device has shown; nothing where there is none to be had. */
export function QuizSection({ user: { id } }: { readonly user: CurrentUser }) {
  const { t, locale } = useTranslation('cabinet');
  const site = useSite();
  const [visit, setVisit] = useState<FinishedVisit | null>(null);
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const { loadFinishedVisit } = await import('../../../finished-visit.ts');
      const found = await loadFinishedVisit(site, locale, id);
      if (wanted) setVisit(found);
    };
    load().catch(() => undefined); // the rest of the profile does not depend on it
    return () => {
      wanted = false;
    };
  }, [site, locale, id]);

  if (visit === null) return null;
  return (
    <ProfileSection title={t('profile.quiz.title')}>
      <h3 className={styles.title}>{visit.result.title}</h3>
      <p>
        <QuotedText>{visit.result.summary}</QuotedText>
      </p>
      <p className={styles.where}>{t('profile.quiz.where', { quiz: visit.data.words.name })}</p>
    </ProfileSection>
  );
}
