import { Continue } from './Continue.tsx';
import type { FieldProps } from './field.ts';
import styles from './intro.module.css';
import { Stars } from './Stars.tsx';

/** The way into a quiz: what listeners say of the product, and Continue (specification, sections 1 and 2). */
export function Intro({ screen, t, pending, onNext }: FieldProps) {
  return (
    <>
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
      <Continue screen={screen} t={t} pending={pending} onPress={onNext} />
    </>
  );
}
