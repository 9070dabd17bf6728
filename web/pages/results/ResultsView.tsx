import { languageTag, type Locale, type Result, type ResultBar, type ShownText } from '../../../engine/model.ts';
import { Medallion } from '../drawings/Medallion.tsx';
import { QuotedText } from '../QuotedText.tsx';
import styles from './ResultsView.module.css';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shownText } from '../../ui/shown-text.ts';

interface ResultsViewProps {
  readonly result: Result;
  readonly locale: Locale;
  /** To the personalised plan. */
  readonly onContinue: () => void;
}

/** What a quiz has shown: the outcome in the visitor's words, its picture, what it means and what helps. */
export function ResultsView({ result, locale, onContinue }: ResultsViewProps) {
  const { t } = useTranslation('results');
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <Medallion scene="moon" />
        <p className={styles.eyebrow}>{t('title')}</p>
        <h1 className={styles.title}>{result.title}</h1>
        <p className={styles.summary}>
          <QuotedText>{result.summary}</QuotedText>
        </p>
      </header>
      {result.bars.length > 0 && (
        <section className={styles.profile} aria-labelledby="profile">
          <h2 id="profile">{t('profile.title')}</h2>
          <ProfileBars bars={result.bars} locale={locale} />
          <p className={styles.note}>{t('profile.note')}</p>
        </section>
      )}
      <div className={styles.reading}>
        {result.meaning.length > 0 && <Meaning paragraphs={result.meaning} />}
        <Points points={result.points} />
      </div>
      <div className={styles.next}>
        <div className={styles.nextWords}>
          <h2>{t('next.title')}</h2>
          <p>{t('next.text')}</p>
        </div>
        <div className={styles.way}>
          <Button wide onClick={onContinue}>
            {t('next.continue')}
            <Icon name="forward" size={20} />
          </Button>
        </div>
      </div>
    </article>
  );
}

function Meaning({ paragraphs }: { readonly paragraphs: readonly ShownText[] }) {
  const { t } = useTranslation('results');
  return (
    <section className={styles.section}>
      <h2>{t('meaning')}</h2>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{shownText(paragraph)}</p>
      ))}
    </section>
  );
}

function Points({ points }: { readonly points: readonly ShownText[] }) {
  const { t } = useTranslation('results');
  return (
    <section className={styles.section}>
      <h2>{t('points')}</h2>
      <ul className={styles.points}>
        {points.map((point, index) => (
          <li key={index} className={styles.point}>
            <span className={styles.check}>
              <Icon name="check" size={18} />
            </span>
            <span>{shownText(point)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ProfileBarsProps {
  readonly bars: readonly ResultBar[];
  readonly locale: Locale;
}

/** The picture of a profile: a list that reads as "Label, 62 out of 100", each line with its bar drawn beneath. */
function ProfileBars({ bars, locale }: ProfileBarsProps) {
  const { t } = useTranslation('results');
  const number = new Intl.NumberFormat(languageTag(locale));
  return (
    <ul className={styles.bars}>
      {bars.map(({ dimension, label, percent }) => (
        <li key={dimension} className={styles.bar}>
          <span className={styles.label}>{label}</span>
          <span className={styles.value}>{t('profile.value', { value: number.format(percent) })}</span>
          <svg className={styles.picture} width="100%" height="14" aria-hidden="true">
            <rect className={styles.track} width="100%" height="14" rx="7" />
            <rect className={styles.fill} width={`${percent}%`} height="14" rx="7" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
