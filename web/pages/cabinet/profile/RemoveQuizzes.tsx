import { useState } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './QuizSection.module.css';
import { removeStoredVisits } from './stored-visits.ts';

interface Props {
  readonly onRemoved: () => void;
  readonly onRefused: () => Promise<void>;
}

/** Removes the results of all quizzes, once what that does has been said. */
export function RemoveQuizzes({ onRemoved, onRefused }: Props) {
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
        keep={t('profile.quiz.keep')}
        act={async () => {
          await removeStoredVisits();
          onRemoved();
        }}
        onRefused={onRefused}
      >
        <ul className={styles.consequences}>
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  );
}
