import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { day } from '../times.ts';
import { Done, ProfileSection, SectionAction } from './ProfileSection.tsx';
import section from './ProfileSection.module.css';
import styles from './SignInSections.module.css';
import { AccountForm } from '../../account/AccountForm.tsx';
import { CurrentPasswordField } from '../../account/CurrentPasswordField.tsx';
import { EmailField } from '../../account/EmailField.tsx';
import { NewPasswordField } from '../../account/NewPasswordField.tsx';
import { showError } from '../../../errors.ts';
import { account, type CurrentUser, type Login } from '../../../session/account.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';

/** The address, whether it is verified, the link once more where it isn't, and the way to another address. */
export function EmailSection({ user: { email, emailVerified } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  return (
    <ProfileSection title={t('profile.email.title')} value={emailVerified ? email : t('profile.email.unverified')}>
      <p className={styles.address}>{email}</p>
      {emailVerified ? (
        <p className={styles.verified}>
          <Icon name="check" size={18} />
          {t('profile.email.verified')}
        </p>
      ) : (
        <>
          <p className={styles.unverified}>
            <Icon name="alert" size={18} />
            {t('profile.email.unverified')}
          </p>
          <p>{t('profile.email.text')}</p>
        </>
      )}
      <div className={section.actions}>
        {!emailVerified && (
          <SectionAction
            label={t('profile.email.resend')}
            done={t('profile.email.sent')}
            act={() => account.sendVerification()}
          />
        )}
        <ChangeEmail />
      </div>
    </ProfileSection>
  );
}

function ChangeEmail() {
  const { t } = useTranslation('cabinet');
  const form = useForm<{ email: string; currentPassword: string }>();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <DialogForm
      form={form}
      open={t('profile.email.change')}
      title={t('profile.email.change_title')}
      text={t('profile.email.change_text')}
      submit={t('profile.email.change_send')}
      done={asked === null ? null : t('profile.email.change_sent', { email: asked })}
      send={async (fields) => {
        await account.changeEmail(fields);
        setAsked(fields.email);
      }}
    >
      <EmailField label={t('profile.email.new')} enterKeyHint="next" taken={t('profile.email.same')} />
      <CurrentPasswordField />
    </DialogForm>
  );
}

/** Another password: for the current one, or by email, where the link proves who asks. */
export function PasswordSection({ user: { email } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  const client = useQueryClient();
  const form = useForm<{ currentPassword: string; password: string }>();
  const [isDone, setDone] = useState(false);
  return (
    <ProfileSection title={t('profile.password.title')}>
      <p className={section.note}>{t('profile.password.text')}</p>
      <div className={section.actions}>
        <DialogForm
          form={form}
          open={t('profile.password.change')}
          title={t('profile.password.change_title')}
          text={t('profile.password.change_text')}
          submit={t('account:reset_password.submit')}
          done={isDone ? t('profile.password.changed') : null}
          send={async (fields) => {
            await account.changePassword(fields);
            setDone(true);
            void client.invalidateQueries({ queryKey: [loginsKey] });
          }}
        >
          <CurrentPasswordField />
          <NewPasswordField label={t('account:fields.new_password')} />
        </DialogForm>
        <SectionAction
          label={t('profile.password.send')}
          done={t('profile.password.sent', { email })}
          act={() => account.startReset(email)}
        />
      </div>
    </ProfileSection>
  );
}

interface DialogFormProps<Fields extends object> {
  readonly form: UseFormReturn<Fields>;
  /** What opens it. */
  readonly open: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** What was done with it last; null: nothing yet. */
  readonly done: string | null;
  readonly send: (fields: Fields) => Promise<void>;
  readonly children: ReactNode;
}

/** A button that opens a form, which closes once it has done its work. */
function DialogForm<Fields extends object>({ form, open, title, text, done, ...rest }: DialogFormProps<Fields>) {
  const { t } = useTranslation('cabinet');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (form.formState.isSubmitting) return;
    setOpen(false);
    form.reset(); // no password stays in the page
  };
  const send = async (fields: Fields) => {
    await rest.send(fields);
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Done words={done}>
        <Button look="secondary" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {open}
        </Button>
      </Done>
      <Dialog open={isOpen} onClose={close} title={title} closeLabel={t('profile.plan.close')}>
        <p>{text}</p>
        <AccountForm form={form} send={send} submit={rest.submit}>
          {rest.children}
        </AccountForm>
      </Dialog>
    </>
  );
}

const loginsKey = 'logins';

/** Where the user is logged in, and the way out of each and of all others. Without an answer, the rest of the page stays. */
export function LoginsSection({ user: { id } }: { readonly user: CurrentUser }) {
  const { t } = useTranslation('cabinet');
  const {
    data: logins = [],
    isLoading,
    refetch,
  } = useQuery({ queryKey: [loginsKey, id], queryFn: () => account.listLogins() });
  const list = useRef<HTMLUListElement>(null);
  const {
    mutate: end,
    isPending: busy,
    isSuccess: isEnded,
  } = useMutation({
    mutationFn: (login: string | null) => account.endLogin(login),
    onError: (error) => showError(error, t),
    onSettled: async (_reply, _error, login) => {
      await refetch();
      if (login !== null) list.current?.focus(); // the button is gone
    },
  });
  const isKnown = logins.length > 0;
  if (!isKnown && !isLoading) return null;
  return (
    <ProfileSection
      title={t('profile.logins.title')}
      value={isKnown && t('profile.logins.count', { count: logins.length })}
    >
      <ul ref={list} tabIndex={-1} className={styles.logins}>
        {logins.map((login) => (
          <LoginLine key={login.id} login={login} busy={busy} onEnd={() => end(login.id)} />
        ))}
      </ul>
      <Done words={isEnded ? t('profile.logins.ended') : null}>
        {/* It stays when there is nothing left to end, or the keyboard's focus would be lost. */}
        {(logins.length > 1 || isEnded) && (
          <Button
            look="secondary"
            small
            busy={busy}
            aria-disabled={logins.length === 1}
            onClick={() => logins.length > 1 && end(null)}
          >
            {t('profile.logins.end_others')}
          </Button>
        )}
      </Done>
    </ProfileSection>
  );
}

interface LoginLineProps {
  readonly login: Login;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function LoginLine({ login: { device, usedAt, isCurrent }, busy, onEnd }: LoginLineProps) {
  const { t, i18n } = useTranslation('cabinet');
  const name = device ?? t('profile.logins.unknown');
  return (
    <li className={styles.login}>
      <div>
        <p className={styles.device}>{name}</p>
        <p className={section.note}>
          {isCurrent ? t('profile.logins.here') : t('profile.logins.used', { date: day(usedAt, i18n.language) })}
        </p>
      </div>
      {!isCurrent && (
        <Button look="quiet" small disabled={busy} aria-label={t('profile.logins.end_of', { name })} onClick={onEnd}>
          {t('profile.logins.end')}
        </Button>
      )}
    </li>
  );
}
