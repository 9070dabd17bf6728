import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { Consent } from './consent-note.tsx';
import type { Explained, Field, FieldProps } from './field.tsx';
import { readPhone } from './read-phone.ts';
import { textProps, writtenText, WrittenField } from './written-field.tsx';

export const phone: Field<'phone'> = { Control: PhoneField, problemText };

/** A telephone number, with the keys and the suggestions that go with one. It shows what it read. */
function PhoneField(props: FieldProps<ScreenOf<'phone'>>) {
  const { screen, t } = props;
  const { countryCode, required } = screen;
  const hint = countryCode === undefined ? t('rare:phone.with_code') : t('rare:phone.adds_code', { code: countryCode });
  return (
    <WrittenField
      {...props}
      {...textProps(props)}
      hint={required ? hint : `${hint} ${t('quiz.optional')}`}
      placeholder={screen.placeholder}
      note={<Consent screen={screen} t={t} />}
      read={(written) => readPhone(written, countryCode)}
      write={String}
      problemText={problemText}
    >
      {(input) => <input {...input} type="tel" inputMode="tel" autoComplete="tel" maxLength={40} enterKeyHint="next" />}
    </WrittenField>
  );
}

function problemText({ screen, problem, t }: Explained<ScreenOf<'phone'>>): string {
  if (problem !== 'not_a_phone') return writtenText({ problem, t });
  return t(screen.countryCode === undefined ? 'rare:phone.wrong_with_code' : 'rare:phone.wrong');
}
