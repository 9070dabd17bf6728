import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { day } from '../times.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Consequences, ProfileSection } from './ProfileSection.tsx';
import type { QuizResult } from './quiz-results.ts';
import styles from './ProfileSection.module.css';
import { removeStoredVisits } from './stored-visits.ts';
import { QuotedText } from '../../QuotedText.tsx';
import type { CurrentUser } from '../../../session/account.ts';
import { useSite } from '../../../site.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { shownText } from '../../../ui/shown-text.ts';

/** What the user's quizzes have shown, and their removal; nothing where there is none. */
export function QuizSection({ user: { id } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  const { data: results = [], refetch } = useQuizResults(id);
  const client = useQueryClient();
  const [isRemoved, setRemoved] = useState(false);
  const onRemoved = () => {
    setRemoved(true);
    client.setQueriesData<readonly QuizResult[]>({ queryKey: [resultsKey] }, []);
  };
  if (isRemoved) {
    return (
      <ProfileSection title={t('profile.quiz.title')}>
        <Removed />
      </ProfileSection>
    );
  }
  if (results.length === 0) return null;
  return (
    <ProfileSection title={t('profile.quiz.title')} value={<QuizTitles of={results} />}>
      {results.map((each) => (
        <QuizWords key={`${each.funnel} ${each.storedAt}`} quizResult={each} />
      ))}
      <RemoveQuizzes onRemoved={onRemoved} onRefused={refetch} />
    </ProfileSection>
  );
}

/** The names of what was shown, one after the other. */
function QuizTitles({ of: results }: { readonly of: readonly QuizResult[] }) {
  return results.map(({ funnel, storedAt, result }, index) => (
    <Fragment key={`${funnel} ${storedAt}`}>
      {index > 0 && ' · '}
      {shownText(result.title)}
    </Fragment>
  ));
}

function QuizWords({ quizResult: { quiz, result, storedAt } }: { readonly quizResult: QuizResult }) {
  const { t, i18n } = useTranslation('cabinet');
  const locale = i18n.language;
  const where = () =>
    storedAt === null
      ? t('profile.quiz.where', { quiz })
      : t('profile.quiz.when', { quiz, date: day(storedAt, locale) });
  return (
    <>
      <h4 className={styles.name}>{shownText(result.title)}</h4>
      {result.summary !== '' && (
        <p>
          <QuotedText>{result.summary}</QuotedText>
        </p>
      )}
      <p className={styles.note}>{where()}</p>
    </>
  );
}

/** Takes the focus of the button that has gone. */
function Removed() {
  const { t } = useTranslation('cabinet');
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1}>
      {t('profile.quiz.removed')}
    </p>
  );
}

const resultsKey = 'quiz results';

/** Of this user, in the language on the screen; the rest of the profile doesn't depend on them. */
function useQuizResults(userId: string) {
  const locale = useTranslation().i18n.language;
  const site = useSite();
  return useQuery({
    queryKey: [resultsKey, userId, locale],
    queryFn: async () => {
      const { loadQuizResults } = await import('./quiz-results.ts');
      return loadQuizResults({ site, locale, userId });
    },
    staleTime: Infinity,
  });
}

interface Props {
  readonly onRemoved: () => void;
  readonly onRefused: () => Promise<unknown>;
}

/** Removes the results of all quizzes, once what that does has been said. */
function RemoveQuizzes({ onRemoved, onRefused }: Props) {
  const { t } = useTranslation('cabinet');
  const [asking, setAsking] = useState(false);
  const consequences = t('profile.quiz.consequences', { returnObjects: true }) as readonly string[];
  return (
    <div>
      <Button look="secondary" small aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('profile.quiz.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('profile.quiz.remove_title')}
        confirm={t('profile.quiz.confirm')}
        keepLabel={t('profile.quiz.keep')}
        act={async () => {
          await removeStoredVisits();
          onRemoved();
        }}
        onRefused={onRefused}
      >
        <Consequences of={consequences} />
      </ConfirmDialog>
    </div>
  );
}
