import type { Explained, Field, FieldProps } from './field.tsx';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Consent } from './consent-note.tsx';
import { textProps, writtenText, WrittenField } from './written-field.tsx';

export const email: Field<'email'> = { Control: EmailField, problemText };

/** An email address, with the keyboard and the suggestions that go with one. */
function EmailField(props: FieldProps<ScreenOf<'email'>>) {
  const { screen, t } = props;
  return (
    <WrittenField
      {...props}
      {...textProps(props)}
      placeholder={screen.placeholder ?? t('rare:email.placeholder')}
      note={<Consent screen={screen} t={t} />}
      problemText={problemText}
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

function problemText({ problem, t }: Explained): string {
  if (problem === 'email_letters') return t('rare:email.letters');
  return problem === 'not_an_email' ? t('rare:email.wrong') : writtenText({ problem, t });
}
