import type { Explained, Field, FieldProps } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { textProps, writtenText, WrittenField } from './written-field.tsx';

const maxLineLength = 100;

export const text: Field<'text'> = { Control: TextField, problemText };

/** Text in the visitor's own words: a line, or a box where the author allows more than a line. */
function TextField(props: FieldProps<ScreenOf<'text'>>) {
  const { screen } = props;
  return (
    <WrittenField {...props} {...textProps(props)} placeholder={screen.placeholder} problemText={problemText}>
      {(input) =>
        screen.maxLength > maxLineLength ? (
          <textarea {...input} rows={4} maxLength={screen.maxLength} />
        ) : (
          <input {...input} type="text" maxLength={screen.maxLength} autoComplete="off" enterKeyHint="next" />
        )
      }
    </WrittenField>
  );
}

function problemText({ screen, problem, t }: Explained<ScreenOf<'text'>>): string {
  return problem === 'too_long' ? t('validation.too_long', { max: screen.maxLength }) : writtenText({ problem, t });
}
