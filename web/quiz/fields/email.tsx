import type { FieldProps, ScreenOf } from './field.tsx';
import { WrittenField } from './written-field.tsx';

/** An e-mail address, with the keyboard and the suggestions that go with one. */
export function EmailField(props: FieldProps<ScreenOf<'email'>>) {
  const { screen, t } = props;
  return (
    <WrittenField
      {...props}
      written={screen.answer ?? ''}
      required={screen.required}
      placeholder={screen.placeholder ?? t('quiz.email_placeholder')}
      hint={screen.required ? undefined : t('quiz.optional')}
      read={(written) => written.trim()}
    >
      {(input) => (
        <input
          {...input}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          enterKeyHint="next"
        />
      )}
    </WrittenField>
  );
}
