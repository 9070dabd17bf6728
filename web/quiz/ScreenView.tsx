import type { TFunction } from 'i18next';
import { memo, useEffect, useId, useRef, useState } from 'react';
import type { Answer, Locale, Screen } from '../../engine/model.ts';
import { Control, hasScene } from './fields/index.ts';
import { Scene } from './Scene.tsx';
import styles from './ScreenView.module.css';
import topStyles from './StepTop.module.css';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { shownText } from '../ui/shown-text.ts';

interface Props {
  readonly screen: Screen;
  readonly locale: Locale;
  /** The visitor answered and wants to go on: a tap on a row, or Continue under a question. */
  readonly onAnswer: (value: Answer) => void;
  /** Continue on a step without a question, or the end of a loader. */
  readonly onNext: () => void;
  readonly onBack: () => void;
  /** Id of the step that the page was opened on; default: the one that is shown first. */
  readonly openedOn?: string;
  /** Something is being waited for: nothing can be answered now. */
  readonly pending?: boolean;
}

/** One step of a quiz (specification, section 2). The heading takes the focus when the step changes. */
export const ScreenView = memo(function ScreenView({ screen, locale, openedOn, pending = false, ...events }: Props) {
  const { t } = useTranslation('site');
  const [firstStep] = useState(openedOn ?? screen.stepId);
  const headingId = useId();
  const heading = useFocusOnChange(screen.stepId);

  const { current, final } = screen.progress;
  const place = t('quiz.step_of', { current, final });
  const moved = screen.stepId !== firstStep;

  return (
    <section className={styles.screen} data-step={screen.stepId} aria-labelledby={headingId}>
      <StepTop screen={screen} place={place} t={t} onBack={events.onBack} />
      <output className="unseen">{moved && place}</output>
      <div key={screen.stepId} className={moved ? `${styles.step} ${styles.entering}` : styles.step}>
        {hasScene(screen.type) && <Scene percent={screen.progress.percent} />}
        <StepWords ref={heading} id={headingId} screen={screen} />
        <Control screen={screen} locale={locale} t={t} headingId={headingId} pending={pending} {...events} />
      </div>
      <button type="button" hidden disabled>
        {t('quiz.quick_fill')}
      </button>
    </section>
  );
});

interface WordsProps {
  readonly ref: React.Ref<HTMLHeadingElement>;
  readonly id: string;
  readonly screen: Screen;
}

function StepWords({ ref, id, screen }: WordsProps) {
  return (
    <div className={styles.words}>
      <h1 ref={ref} id={id} tabIndex={-1}>
        {screen.title}
      </h1>
      {screen.subtitle !== undefined && <p className={styles.subtitle}>{shownText(screen.subtitle)}</p>}
      {screen.body.map((paragraph, index) => (
        <p key={index}>{shownText(paragraph)}</p>
      ))}
    </div>
  );
}

/** Focus and view go to the heading when the step changes; not when the page has just opened. */
function useFocusOnChange(stepId: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stepId);
  useEffect(() => {
    if (shown.current === stepId) return;
    shown.current = stepId;
    heading.current?.focus({ preventScroll: true });
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [stepId]);
  return heading;
}

interface StepTopProps {
  readonly screen: Screen;
  /** Which step it is of how many, in words. */
  readonly place: string;
  readonly t: TFunction;
  readonly onBack: () => void;
}

/** How far the quiz is, and the way back from the second step on (specification, section 2). */
function StepTop({ screen, place, t, onBack }: StepTopProps) {
  const { current, final, percent } = screen.progress;
  return (
    <div className={topStyles.top}>
      <div className={topStyles.line}>
        {screen.canGoBack && (
          <button type="button" className={topStyles.back} data-tap="back" onClick={onBack}>
            <Icon name="back" />
            {t('quiz.back')}
          </button>
        )}
        <p className={topStyles.count} aria-hidden="true">
          <span>
            {current}/{final}
          </span>{' '}
          <span className={topStyles.percent}>{percent}%</span>
        </p>
      </div>
      <ProgressBar value={current} max={final} label={t('quiz.progress')} text={`${place}, ${percent}%`} />
    </div>
  );
}
