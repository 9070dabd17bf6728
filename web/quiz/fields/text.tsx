import type { Explained, Field, FieldProps } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { writtenText, WrittenField } from './written-field.tsx';

const longestLine = 100;

export const text: Field<'text'> = { Control: TextField, problemText };

/** Text in the visitor's own words: a line, or a box where the author allows more than a line. */
function TextField(props: FieldProps<ScreenOf<'text'>>) {
  const { screen, t } = props;
  return (
    <WrittenField
      {...props}
      written={screen.answer ?? ''}
      required={screen.required}
      placeholder={screen.placeholder}
      hint={screen.required ? undefined : t('quiz.optional')}
      read={(written) => written.trim()}
      problemText={problemText}
    >
      {(input) =>
        screen.maxLength > longestLine ? (
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
