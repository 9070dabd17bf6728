import { useTranslation } from '../../translation.tsx';
import { useSite } from '../../site.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MailText } from '../MailText.tsx';
import styles from './PlanQuestions.module.css';

const questions = ['session', 'hypnosis', 'cancel', 'refund', 'medical', 'device'] as const;

/** What people ask before they sign up. The browser opens and closes the answers; no script is needed. */
export function PlanQuestions() {
  const { t } = useTranslation('plan');
  const { email } = useSite().company;
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{t('questions.title')}</h2>
      <div>
        {questions.map((question) => {
          const answer = t(`questions.${question}.answer`, { returnObjects: true, email }) as readonly string[];
          return (
            <details key={question} className={styles.item}>
              <summary className={styles.question}>
                {t(`questions.${question}.question`)}
                <Icon name="down" size={20} />
              </summary>
              <div className={styles.answer}>
                {answer.map((paragraph, index) => (
                  <p key={index}>
                    <MailText>{paragraph}</MailText>
                  </p>
                ))}
              </div>
            </details>
          );
        })}
      </div>
    </section>
  );
}
