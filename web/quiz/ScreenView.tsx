import type { TFunction } from 'i18next';
import { memo, useState } from 'react';
import type { Answer, Locale, SceneDrawing, Screen } from '../../engine/model.ts';
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
  /** Stands with the words of screens that are there to be read: above them, or below them on wide screens. */
  readonly scene?: SceneDrawing | undefined;
  /** The visitor answered and wants to go on: a tap on a row, or Continue under a question. False: it isn't taken. */
  readonly onAnswer: (value: Answer) => unknown;
  /** Continue on a step without a question, or the end of a loader. */
  readonly onNext: () => void;
  readonly onBack: () => void;
  /** Id of the step that the page was opened on; default: the one that is shown first. */
  readonly openedOn?: string;
  /** Something is being waited for: nothing can be answered now. */
  readonly pending?: boolean;
}

/** One step of a quiz (specification, section 2). */
export const ScreenView = memo(function ScreenView({
  screen,
  locale,
  scene,
  openedOn,
  pending = false,
  ...events
}: Props) {
  const { t } = useTranslation('site');
  const [firstStep] = useState(openedOn ?? screen.stepId);
  const { stepId, title, subtitle, body, type, progress } = screen;
  const headingId = `step:${stepId}`; // the same where the build renders the screen alone
  const place = t('quiz.step_of', { current: progress.current, final: progress.final });
  return (
    <div className={styles.screen} data-step={stepId}>
      {/* Another element where its form changes: what moves would count as shifted. */}
      <StepTop key={String(screen.canGoBack)} screen={screen} place={place} t={t} onBack={events.onBack} />
      <output className="unseen">{stepId !== firstStep && place}</output>
      <section key={stepId} className={stepId === firstStep ? styles.step : styles.next} aria-labelledby={headingId}>
        {scene && hasScene(type) && <Scene id={`scene:${stepId}:`} drawing={scene} percent={progress.percent} />}
        <h1 id={headingId} tabIndex={-1}>
          {shownText(title)}
        </h1>
        {subtitle !== undefined && <p className={styles.subtitle}>{shownText(subtitle)}</p>}
        {body.map((paragraph, index) => (
          <p key={index}>{shownText(paragraph)}</p>
        ))}
        <Control {...{ screen, locale, t, headingId, pending, ...events }} />
      </section>
      <button type="button" hidden disabled>
        {t('quiz.quick_fill')}
      </button>
    </div>
  );
});

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
    <div className={screen.canGoBack ? undefined : topStyles.first}>
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
