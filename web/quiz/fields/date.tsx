import { formatDay } from '../../../engine/run/steps/date.ts';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import type { Explained, Field, FieldProps } from './field.tsx';
import { WrittenField } from './written-field.tsx';

type Props = FieldProps<ScreenOf<'date'>>;

export const date: Field<'date'> = { Control: DateField, problemText };

/** A day, typed or picked in the browser's own calendar, in the order of the visitor's own system. */
function DateField(props: Props) {
  const { screen, locale, t } = props;
  const { min, max } = screen;
  return (
    <WrittenField
      {...props}
      written={screen.answer ?? ''}
      required
      hint={t('rare:date.range', { min: formatDay(min, locale), max: formatDay(max, locale) })}
      read={(written) => written}
      problemText={problemText}
    >
      {(input) => <input {...input} type="date" min={min} max={max} enterKeyHint="next" />}
    </WrittenField>
  );
}

function problemText({ screen: { min, max }, problem, locale, t }: Explained<Props['screen']>): string {
  if (problem === 'too_early') return t('rare:date.too_early', { min: formatDay(min, locale) });
  if (problem === 'too_late') return t('rare:date.too_late', { max: formatDay(max, locale) });
  return t('rare:date.incomplete'); // also of a day that is only half typed: the browser says nothing else of it
}
