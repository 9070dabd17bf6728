import type { ReactNode } from 'react';
import {
  languageTag,
  type Locale,
  type Result,
  type ResultBar,
  type SceneDrawing,
  type ShownText,
  type SiteText,
} from '../../../engine/model.ts';
import { Disclaimer } from '../Disclaimer.tsx';
import { Medallion } from '../drawings/Medallion.tsx';
import { QuizScene } from '../drawings/QuizScene.tsx';
import { QuotedText } from '../QuotedText.tsx';
import action from '../PageAction.module.css';
import { bandOf, bands, shownBars } from './bars.ts';
import styles from './ResultsView.module.css';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shownText } from '../../ui/shown-text.ts';

interface ResultsViewProps {
  readonly result: Result;
  readonly locale: Locale;
  /** The quiz's own; default: a picture of the site's. */
  readonly scene?: SceneDrawing | undefined;
  /** What a session sounds like; shown where the way goes on to our plans. */
  readonly sample?: ReactNode;
  /** To the personalised plan, or the sign-up. */
  readonly onContinue: () => void;
}

/** What a quiz has shown: the outcome in the visitor's words, its picture, what it means and what helps. */
export function ResultsView({ result, locale, scene, sample, onContinue }: ResultsViewProps) {
  const { t } = useTranslation('results');
  const own = (text: SiteText, name: string) => shownText(result.site[text] ?? t(name));
  const bars = shownBars(result.bars);
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        {scene ? <QuizScene drawing={scene} /> : <Medallion scene="moon" />}
        <p className={styles.eyebrow}>{own('eyebrow', 'title')}</p>
        <h1 className={styles.title}>{shownText(result.title)}</h1>
        {isOurs(result.ending) && <div className={styles.sample}>{sample}</div>}
        <p className={styles.summary}>
          <QuotedText>{result.summary}</QuotedText>
        </p>
        {result.ending !== 'message' && (
          <div className={`${action.here} ${styles.start}`}>
            <WayOn result={result} onContinue={onContinue} />
          </div>
        )}
      </header>
      {bars.length > 0 && (
        <section className={styles.profile} aria-labelledby="profile">
          <h2 id="profile">{own('profile_title', 'profile.title')}</h2>
          <ProfileBars bars={bars} site={result.site} locale={locale} />
          {!result.hides.includes('profile_note') && (
            <p className={styles.note}>
              {own('profile_note', bars.every(({ points }) => points) ? 'profile.note_points' : 'profile.note')}
            </p>
          )}
        </section>
      )}
      <div className={styles.reading}>
        {result.meaning.length > 0 && <Meaning title={own('meaning_title', 'meaning')} paragraphs={result.meaning} />}
        {result.points.length > 0 && <Points title={own('points_title', 'points')} points={result.points} />}
      </div>
      <Disclaimer result={result} />
      {result.ending !== 'message' && <NextStep result={result} onContinue={onContinue} />}
    </article>
  );
}

type NextStepProps = Pick<ResultsViewProps, 'result' | 'onContinue'>;

/** What comes after the result, and the way there. */
function NextStep({ result, onContinue }: NextStepProps) {
  const own = useNextWords(result);
  const [title, text] = [own('next_title', 'title'), own('next_text', 'text')];
  return (
    <div className={styles.next}>
      {(title !== '' || text !== '') && (
        <div className={styles.nextWords}>
          {title !== '' && <h2>{title}</h2>}
          {text !== '' && <p>{text}</p>}
        </div>
      )}
      <div className={action.bar}>
        <WayOn result={result} onContinue={onContinue} />
      </div>
    </div>
  );
}

/** The button to the plan or the sign-up, or the link to where the author's ending leads. */
function WayOn({ result, onContinue }: NextStepProps) {
  const own = useNextWords(result);
  const { ending } = result;
  const words = (
    <>
      {own('button', 'continue')}
      <Icon name="forward" size={20} />
    </>
  );
  return isOurs(ending) ? (
    <Button wide onClick={onContinue}>
      {words}
    </Button>
  ) : (
    <a className={buttonClass({ wide: true })} href={ending}>
      {words}
    </a>
  );
}

const isOurs = (ending: string) => ending === 'plan' || ending === 'registration';

/** The author's words about what comes next, else ours for what is ours. */
function useNextWords({ ending, site }: Result): (text: SiteText, name: string) => ReactNode {
  const { t } = useTranslation('results');
  const words = ending === 'plan' ? 'next' : 'register';
  return (text, name) => shownText(site[text] ?? (isOurs(ending) ? t(`${words}.${name}`) : ''));
}

function Meaning({ title, paragraphs }: { readonly title: ReactNode; readonly paragraphs: readonly ShownText[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{shownText(paragraph)}</p>
      ))}
    </section>
  );
}

function Points({ title, points }: { readonly title: ReactNode; readonly points: readonly ShownText[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
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
  readonly site: Result['site'];
  readonly locale: Locale;
}

/** The picture of a profile: a list that reads as "Label, high" or "Label, 4 of 27", each line with its bar drawn beneath. */
function ProfileBars({ bars, site, locale }: ProfileBarsProps) {
  const { t } = useTranslation('results');
  const number = new Intl.NumberFormat(languageTag(locale));
  const valueOf = ({ percent, points }: ResultBar) => {
    if (!points) return t(`profile.${bandOf(percent)}`);
    const { total, least = number.format(0), most } = points;
    if (typeof site.profile_points !== 'string')
      return t(points.least === undefined ? 'profile.points' : 'profile.points_from', { total, least, most });
    const places: Readonly<Record<string, string>> = { total, least, most };
    return site.profile_points.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => places[name] ?? place);
  };
  return (
    <ul className={styles.bars}>
      {bars.map((bar) => (
        <li key={bar.dimension} className={styles.bar}>
          <span className={styles.label}>{bar.label}</span>
          <span className={styles.value}>{valueOf(bar)}</span>
          <svg className={styles.picture} width="100%" height="14" aria-hidden="true">
            <rect className={styles.track} width="100%" height="14" rx="7" />
            <rect className={styles.fill} width={`${bar.percent}%`} height="14" rx="7" />
            {!bar.points && <Bands />}
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** Marks where the bands of a bar meet. */
function Bands() {
  return Object.values(bands).map((percent) => (
    <line key={percent} className={styles.band} x1={`${percent}%`} x2={`${percent}%`} y2="14" />
  ));
}
