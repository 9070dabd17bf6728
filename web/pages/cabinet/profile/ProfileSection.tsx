import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ProfileSection.module.css';
import { showError } from '../../../errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface ProfileSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A card of the profile with the matters that belong together, each a row. */
export function ProfileGroup({ title, children }: ProfileSectionProps) {
  return (
    <div className={styles.group}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.rows}>{children}</div>
    </div>
  );
}

/** One matter of the profile, with its heading: a row of a group. */
export function ProfileSection({ title, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface SectionActionProps {
  readonly label: string;
  /** What is said once it is done. */
  readonly done: string;
  readonly act: () => Promise<void>;
}

/** A button that does something and says beside it that it is done. */
export function SectionAction({ label, done, act }: SectionActionProps) {
  const { t } = useTranslation('cabinet');
  const { mutate, isPending, isSuccess } = useMutation({ mutationFn: act, onError: (error) => showError(error, t) });
  return (
    <Done words={isSuccess ? done : null}>
      <Button look="secondary" small busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    </Done>
  );
}

interface DoneProps {
  /** Null where there is nothing to say. */
  readonly words: string | null;
  /** The control that did it. */
  readonly children: ReactNode;
}

/** A control, and beside it what it has done: seen, and read out without taking the focus. */
export function Done({ words, children }: DoneProps) {
  return (
    <div className={styles.line}>
      {children}
      <output className={styles.words}>
        {words !== null && (
          <>
            <Icon name="check" size={18} />
            <span className={styles.text}>{words}</span>
          </>
        )}
      </output>
    </div>
  );
}

/** What cannot be undone afterwards, as a list. */
export function Consequences({ of: consequences }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.consequences}>
      {consequences.map((consequence) => (
        <li key={consequence}>{consequence}</li>
      ))}
    </ul>
  );
}
