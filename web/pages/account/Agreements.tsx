import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../translation.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { fieldWords } from './field-words.ts';

/** The three agreements of the sign-up (specification, section 5); null: without a text to read. */
const agreements = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  cancelAnytime: null,
} as const;

type Agreement = keyof typeof agreements;

export interface AgreementFields {
  readonly agreements: Readonly<Record<Agreement, boolean>>;
}

/** What whoever signs up agrees to, each with a box to tick. */
export function Agreements() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<AgreementFields>();
  return (
    <fieldset>
      <legend className="unseen">{t('agreements.legend')}</legend>
      {(Object.keys(agreements) as Agreement[]).map((name) => (
        <Checkbox
          key={name}
          {...register(`agreements.${name}`, { required: 'must_agree' })}
          error={fieldWords(formState.errors.agreements?.[name]?.message, { t })}
          aria-required
        >
          <AgreementWords name={name} />
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** The words, with their text to be read in a new tab: the form stays as it is. */
function AgreementWords({ name }: { readonly name: Agreement }) {
  const { t } = useTranslation('account');
  const text = agreements[name];
  if (text === null) return t(`agreements.${name}.words`);
  const [before, after] = t(`agreements.${name}.words`, { link: '|' }).split('|');
  return (
    <>
      {before}
      <a href={text} target="_blank" rel="noopener">
        {t(`agreements.${name}.link`)}
        <span className="unseen"> {t('agreements.new_tab')}</span>
      </a>
      {after}
    </>
  );
}
