import type { TFunction } from 'i18next';
import { memo, useEffect, useId, useRef, useState } from 'react';
import type { Answer, Locale, SceneDrawing, Screen } from '../../engine/model.ts';
import { afterPaint } from './after-paint.ts';
import { Control, hasScene } from './fields/index.ts';
import type { FieldProps } from './fields/field.tsx';
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
  /** Stands above the words of screens that are there to be read. */
  readonly scene?: SceneDrawing | undefined;
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
  const headingId = useId();
  const view = useFocusOnChange(screen.stepId);

  const { current, final } = screen.progress;
  const place = t('quiz.step_of', { current, final });
  const moved = screen.stepId !== firstStep;
  const id = `${headingId}:${screen.stepId}`;

  return (
    <div ref={view} className={styles.screen} data-step={screen.stepId}>
      <StepTop screen={screen} place={place} t={t} onBack={events.onBack} />
      <output className="unseen">{moved && place}</output>
      <section key={screen.stepId} className={styles.step} aria-labelledby={id}>
        <Step headingId={id} {...{ screen, t, locale, scene, pending, ...events }} />
      </section>
      <button type="button" hidden disabled>
        {t('quiz.quick_fill')}
      </button>
    </div>
  );
});

/** Memorised: to be shown changes nothing in it. */
const Step = memo(function Step({ scene, ...shown }: FieldProps & Pick<Props, 'scene'>) {
  const { screen, headingId } = shown;
  return (
    <>
      {scene && hasScene(screen.type) && <Scene drawing={scene} percent={screen.progress.percent} />}
      <StepWords id={headingId} screen={screen} />
      <Control {...shown} />
    </>
  );
});

interface WordsProps {
  readonly id: string;
  readonly screen: Screen;
}

function StepWords({ id, screen }: WordsProps) {
  return (
    <div className={styles.words}>
      <h1 id={id} tabIndex={-1}>
        {shownText(screen.title)}
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
  const view = useRef<HTMLDivElement>(null);
  const shown = useRef(stepId);
  useEffect(() => {
    if (shown.current === stepId) return;
    shown.current = stepId;
    afterPaint(() => {
      view.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    });
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [stepId]);
  return view;
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
