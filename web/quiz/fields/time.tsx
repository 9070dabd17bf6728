import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { formatTime } from '../../../engine/run/steps/time.ts';
import type { Explained, Field, FieldProps } from './field.tsx';
import { WrittenField } from './written-field.tsx';

type Props = FieldProps<ScreenOf<'time'>>;

export const time: Field<'time'> = { Control: TimeField, problemText };

/** A time of day, typed or picked in the browser's own clock, in 12 or 24 hours as the visitor's own system has them. */
function TimeField(props: Props) {
  const { screen, locale, t } = props;
  const { min, max } = screen;
  return (
    <WrittenField
      {...props}
      written={screen.answer ?? ''}
      required
      hint={isWholeDay(screen) ? undefined : t('rare:time.range', limitsIn(screen, locale))}
      read={(written) => written}
      problemText={problemText}
    >
      {(input) => <input {...input} type="time" min={min} max={max} enterKeyHint="next" />}
    </WrittenField>
  );
}

const isWholeDay = ({ min, max }: Props['screen']): boolean => min === '00:00' && max === '23:59';

function limitsIn({ min, max }: Props['screen'], locale: Props['locale']): { min: string; max: string } {
  return { min: formatTime(min, locale), max: formatTime(max, locale) };
}

function problemText({ screen, problem, locale, t }: Explained<Props['screen']>): string {
  if (problem === 'out_of_hours') return t('rare:time.out_of_hours', limitsIn(screen, locale));
  return t('rare:time.incomplete'); // also of a time that is only half typed: the browser says nothing else of it
}
