import { useTranslation } from '../translation.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../ui/button-class.ts';
import styles from './AccountPendingPage.module.css';
import { Medallion } from './drawings/Medallion.tsx';
import { MessagePage } from './MessagePage.tsx';
import { Ways } from './Ways.tsx';

interface Props {
  /** Whether the result of a finished quiz is saved on this device. */
  readonly hasResult: boolean;
}

/** Stands for every page that needs an account until accounts open: says so, and what happens to the quiz. */
export function AccountPendingPage({ hasResult }: Props) {
  const { t } = useTranslation('account');
  const meanwhile = hasResult ? 'saved' : 'none';
  return (
    <MessagePage
      picture={<Medallion scene="dawn" large />}
      eyebrow={t('pending.eyebrow')}
      title={t('pending.title')}
      text={t('pending.text')}
    >
      <section className={styles.meanwhile} aria-labelledby="meanwhile">
        <h2 id="meanwhile" className={styles.heading}>
          {t(`pending.${meanwhile}.title`)}
        </h2>
        <p>{t(`pending.${meanwhile}.text`)}</p>
      </section>
      <Ways>{hasResult ? <WaysBack /> : <WayToQuiz />}</Ways>
    </MessagePage>
  );
}

function WaysBack() {
  const { t } = useTranslation('account');
  return (
    <>
      <Link className={buttonClass()} to="/personalized-plan">
        {t('pending.saved.plan')}
      </Link>
      <Link className={buttonClass({ look: 'secondary' })} to="/results">
        {t('pending.saved.result')}
      </Link>
    </>
  );
}

function WayToQuiz() {
  const { t } = useTranslation('account');
  return (
    <Link className={buttonClass()} to="/">
      {t('pending.none.start')}
    </Link>
  );
}
