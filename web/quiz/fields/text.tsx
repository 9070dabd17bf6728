import type { FieldProps, ScreenOf } from './field.tsx';
import { WrittenField } from './written-field.tsx';

const longestLine = 100;

/** Text in the visitor's own words: a line, or a box where the author allows more than a line. */
export function TextField(props: FieldProps<ScreenOf<'text'>>) {
  const { screen, t } = props;
  return (
    <WrittenField
      {...props}
      written={screen.answer ?? ''}
      required={screen.required}
      placeholder={screen.placeholder}
      hint={screen.required ? undefined : t('quiz.optional')}
      read={(written) => written.trim()}
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
