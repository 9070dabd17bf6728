import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Continue, type FieldProps, type Field } from './field.tsx';
import styles from './intro.module.css';

export const intro: Field<'intro'> = { Control: Intro, problemText: null };

/** The way into a quiz: what listeners say of the product, and Continue (specification, sections 1 and 2). */
function Intro({ screen, t, pending, onNext }: FieldProps<ScreenOf<'intro'>>) {
  return (
    <>
      {screen.praise ?? (
        <div className={styles.praise}>
          <p className={styles.rating}>
            <Stars className={styles.stars} />
            <span className="unseen">{t('quiz.stars')}, </span>
            {t('quiz.satisfaction')}
          </p>
          <p className={styles.members}>
            <span className={styles.faces} />
            <span className={styles.more} aria-hidden="true">
              +326
            </span>
            <span className="unseen">{t('quiz.members')}</span>
          </p>
        </div>
      )}
      <Continue screen={screen} t={t} pending={pending} onPress={onNext} />
    </>
  );
}

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8Z';

/** Five full stars, hidden from screen readers: the words beside them say it. */
function Stars({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 108 20" aria-hidden="true">
      {[0, 22, 44, 66, 88].map((left) => (
        <path key={left} d={star} transform={`translate(${left} 0)`} />
      ))}
    </svg>
  );
}
