import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../translation.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fieldWords, longest } from './field-words.ts';

/** What to call the visitor; may stay empty. */
export function FirstNameField() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<{ firstName: string }>();
  return (
    <TextField
      {...register('firstName', {
        setValueAs: (written: unknown) => (typeof written === 'string' ? written.trim() : ''),
        maxLength: { value: longest.firstName, message: 'too_long' },
      })}
      label={t('fields.first_name')}
      remark={t('fields.optional')}
      error={fieldWords(formState.errors.firstName?.message, { t, max: longest.firstName })}
      autoComplete="given-name"
      autoCapitalize="words"
      spellCheck={false}
      enterKeyHint="next"
    />
  );
}
