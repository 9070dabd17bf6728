/* oxlint-disable jsx-a11y/alt-text -- what an option's picture shows comes with it */
import type { TFunction } from 'i18next';
import type {
  Answer,
  AnswerProblem,
  Locale,
  QuestionType,
  Screen,
  ScreenOption,
  StepType,
} from '../../../engine/model.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import type { ComponentType, ReactNode } from 'react';
import { checkAnswer } from '../../../engine/run/answer.ts';
import rows from './choice.module.css';
import styles from './field.module.css';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shownText } from '../../ui/shown-text.ts';

interface Props extends Pick<FieldProps, 't' | 'pending'> {
  readonly screen: Screen;
  /** Left out inside a form, which it then submits (`Submit`). */
  readonly onPress?: () => void;
}

/** The way on, in the author's words or in the site's own. On phones it stays in sight at the bottom. */
export function Continue({ screen, t, pending, onPress }: Props) {
  return (
    <div className={styles.action}>
      <Button
        wide
        busy={pending}
        {...(onPress ? { onClick: onPress, 'data-tap': 'next' } : { type: 'submit' as const })}
      >
        {screen.button === undefined ? t('quiz.continue') : shownText(screen.button)}
      </Button>
    </div>
  );
}

/** The label of an option, with its picture, its icon and, smaller, its note. A mere text needs no element of its own. */
export function OptionLabel({ option: { label, note, icon, picture } }: { readonly option: ScreenOption }) {
  return (
    <>
      {picture && <img {...picture} />}
      {icon && <Icon path={icon} />}
      {picture || note !== undefined ? (
        <span className={rows.words}>
          {label}
          {note !== undefined && <span className={rows.note}>{note}</span>}
        </span>
      ) : (
        label
      )}
    </>
  );
}

/** What every control gets. It holds no rule of the funnel: it shows a screen and says what the visitor did. */
export interface FieldProps<Shown extends Screen = Screen> {
  readonly screen: Shown;
  readonly locale: Locale;
  /** The site's own words; passed in so that a new step costs no look-up of the language. */
  readonly t: TFunction;
  /** Id of the step's heading, which names the control. */
  readonly headingId: string;
  /** Something is being waited for: the visitor can't answer now. */
  readonly pending: boolean;
  /** The visitor gave this answer and wants to go on; false where the visit doesn't take it. */
  readonly onAnswer: (value: Answer) => unknown;
  /** In a group: what would be answered now, where a tap has changed that; other fields may depend on it. */
  readonly onDraft?: (value: Answer) => unknown;
  /** What stands below an option of several, by its key. */
  readonly below?: (key: string) => ReactNode;
  /** The visitor has read a step without a question. */
  readonly onNext: () => void;
}

/** A type of step on the screen. */
export interface Field<Type extends StepType> {
  readonly Control: ComponentType<FieldProps<ScreenOf<Type>>>;
  /** What is wrong with an answer, in the visitor's words (specification, section 5). */
  readonly problemText: Type extends QuestionType ? (explained: Explained<ScreenOf<Type>>) => string : null;
}

/** A type of step that is known only when a funnel is: what is handed to it must be of that type. */
export interface AnyField {
  readonly Control: ComponentType<FieldProps>;
  readonly problemText: ((explained: Explained) => string) | null;
}

export interface Explained<Shown extends Screen = Screen> extends Pick<FieldProps, 't' | 'locale'> {
  readonly screen: Shown;
  readonly problem: AnswerProblem;
}

/** What is wrong with an answer to this screen, or null; `undefined` is a field left empty. */
export function problemOf(screen: Screen, value: Answer | undefined): AnswerProblem | null {
  return value === undefined ? 'required' : checkAnswer(screen, value);
}
