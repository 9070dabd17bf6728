import { useEffect } from 'react';
import { useForm, useFormContext, type UseFormReturn } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { AccountForm, FormPage } from './AccountForm.tsx';
import { EmailField, LinkWithEmail, fieldWords, longest, useCarriedEmail } from './EmailField.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import styles from './RegisterPage.module.css';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { SceneDrawing } from '../../../engine/model.ts';
import type { PlanSession } from '../plan/plan-content.ts';
import { useChosenPlan } from '../plan/plans.ts';
import { SessionLine } from '../plan/SessionLine.tsx';
import { readQuizEmail, signUp } from '../../session/sign-up.ts';
import type { Plan } from '../../site.ts';
import { readLastQuiz } from '../../storage.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useScripted } from '../../ui/use-scripted.ts';

interface Fields extends AgreementFields {
  readonly email: string;
  readonly firstName: string;
  readonly password: string;
}

/** WIZARD_REGISTER, the sign-up at the end of the funnel, and REGISTER, the one without a quiz before it. */
export function RegisterPage({ wizard, ending = 'plan', plans = null, ...own }: RegisterPageProps) {
  const scripted = useScripted();
  if (!wizard) return <Register words="register" />;
  // What the visitor has chosen is known to the script only, and would push the form away under their fingers.
  if (!scripted) return <Spinner fullScreen />;
  if (ending !== 'plan') return <Register words="result_register" scene={own.scene} />;
  return <Register words="wizard_register" plans={readLastQuiz() === null ? null : plans} {...own} />;
}

interface RegisterPageProps {
  readonly wizard: boolean;
  /** How the result of the quiz ends that was finished last. */
  readonly ending?: string | undefined;
  /** All plans, then all offers, as they are priced for this visitor; null where that isn't known. */
  readonly plans?: readonly Plan[] | null;
  /** The session that the visitor's four weeks begin with. */
  readonly first?: PlanSession | undefined;
  /** Of the quiz that was finished last. */
  readonly scene?: SceneDrawing | undefined;
}

interface Props {
  readonly words: 'register' | 'wizard_register' | 'result_register';
  /** Of which the chosen one is shown. */
  readonly plans?: readonly Plan[] | null;
  readonly first?: PlanSession | undefined;
  readonly scene?: SceneDrawing | undefined;
}

function Register({ words, plans = null, first, scene }: Props) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useForm<Fields>({ defaultValues: useCarriedEmail() });
  useQuizEmail(form, words !== 'register' && readLastQuiz() !== null);

  const send = async ({ email, firstName, password }: Fields): Promise<void> => {
    // Without all three the form would not have been sent.
    const agreements = { terms: true, privacy: true, cancelAnytime: true } as const;
    await signUp({ email, password, agreements, ...(firstName !== '' && { firstName }) });
    await navigate('/cabinet/payment', { replace: true }); // Back would only lead here and on again
  };

  return (
    <FormPage
      scene={scene ?? 'dawn'}
      title={t(`${words}.title`)}
      intro={t(`${words}.intro`)}
      preview={first && <SessionLine session={first} label={t('wizard_register.first')} />}
      aside={plans ? <PlanRecall plans={plans} /> : undefined}
    >
      <AccountForm
        form={form}
        send={send}
        submit={t('register.submit')}
        note={t('register.next')}
        footer={
          <p>
            {t('register.has_account')} <LinkWithEmail to="/login">{t('register.log_in')}</LinkWithEmail>
          </p>
        }
      >
        <EmailField enterKeyHint="next" taken={<EmailTaken email={form.getValues('email')} />} />
        <FirstNameField />
        <NewPasswordField label={t('fields.password')} />
        <Agreements />
      </AccountForm>
    </FormPage>
  );
}

/** What the quiz has asked for isn't asked for again: its email address is filled in, unless there is one already. */
function useQuizEmail({ getValues, setValue }: UseFormReturn<Fields>, isAfterQuiz: boolean): void {
  useEffect(() => {
    if (!isAfterQuiz) return;
    void readQuizEmail().then((email) => email !== undefined && !getValues('email') && setValue('email', email));
  }, [getValues, setValue, isAfterQuiz]);
}

/** The ways on for someone who has an account already; the email goes along. */
function EmailTaken({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      {t('register.taken')}{' '}
      <Link to="/login" state={{ email }}>
        {t('register.log_in')}
      </Link>{' '}
      {t('register.or')}{' '}
      <Link to="/forgot-password" state={{ email }}>
        {t('register.reset')}
      </Link>
      .
    </>
  );
}

/** What to call the visitor; may stay empty. */
function FirstNameField() {
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

/** The three agreements of the sign-up (specification, section 5); null: without a text to read. */
const agreements = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  cancelAnytime: null,
} as const;

type Agreement = keyof typeof agreements;

interface AgreementFields {
  readonly agreements: Readonly<Record<Agreement, boolean>>;
}

/** What a new member agrees to, each with a box to tick. */
function Agreements() {
  const { t } = useTranslation('account');
  const { register, formState } = useFormContext<AgreementFields>();
  return (
    <fieldset>
      <legend className={styles.note}>{t('agreements.legend')}</legend>
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

/** What a visitor from the quiz has so far: a plan of their own, and the chosen offer with its price. */
function PlanRecall({ plans }: { readonly plans: readonly Plan[] }) {
  const { t, i18n } = useTranslation('account');
  const locale = i18n.language;
  const { t: planWords } = useTranslation('plan');
  const [plan] = useChosenPlan(plans);
  return (
    <section className={styles.recall} aria-labelledby="recall">
      <h2 id="recall" className={styles.title}>
        <span className={styles.sign}>
          <Icon name="check" size={18} />
        </span>
        {t('recall.title')}
      </h2>
      <p className={styles.text}>{t('recall.text')}</p>
      <div className={styles.plan}>
        <p className={styles.line}>
          <span>{planWords(`plans.${plan.id}.name`)}</span>{' '}
          <span className={styles.price}>{writeAmount(plan, locale)}</span>
        </p>
        <p className={styles.note}>
          {planWords(`plans.${plan.id}.billing`)} · {planWords('facts.guarantee.value')}
        </p>
      </div>
      <Link className={styles.back} to="/personalized-plan">
        {t('recall.back')}
      </Link>
    </section>
  );
}
