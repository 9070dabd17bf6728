import type { TFunction } from 'i18next';
import type { Answer, Locale, Screen, ScreenOption } from '../../../engine/model.ts';
import rows from './choice.module.css';
import styles from './field.module.css';
import { Button } from '../../ui/Button.tsx';

interface Props extends Pick<FieldProps, 't' | 'pending'> {
  readonly screen: Screen;
  /** Left out inside a form, which it then submits. */
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
        {screen.button ?? t('quiz.continue')}
      </Button>
    </div>
  );
}

/** The label of an option and, smaller, its note. */
export function OptionWords({ option }: { readonly option: ScreenOption }) {
  return (
    <span className={rows.words}>
      {option.label}
      {option.note !== undefined && <span className={rows.note}>{option.note}</span>}
    </span>
  );
}

/** The screens of one type, or of several that look alike. */
export type ScreenOf<Type extends Screen['type']> = Extract<Screen, { readonly type: Type }>;

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
  /** The visitor gave this answer and wants to go on. */
  readonly onAnswer: (value: Answer) => void;
  /** The visitor has read a step without a question. */
  readonly onNext: () => void;
}
