import type { TFunction } from 'i18next';
import type { Answer, Locale, Screen } from '../../../engine/model.ts';

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
