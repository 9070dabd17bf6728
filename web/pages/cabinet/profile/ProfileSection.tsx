import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ProfileSection.module.css';
import { showError } from '../../../errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';

interface ProfileGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A card of the profile with the matters that belong together: each is a row that opens. */
export function ProfileGroup({ title, children }: ProfileGroupProps) {
  return (
    <div className={styles.group}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.rows}>
        <InGroup value>{children}</InGroup>
      </div>
    </div>
  );
}

/** Whether a section is a row of a group. */
const InGroup = createContext(false);

interface ProfileSectionProps extends ProfileGroupProps {
  /** Where it stands, said beside the title while the row is closed. */
  readonly value?: ReactNode;
  /** Whether the row is open from the start, or once this becomes true. */
  readonly startsOpen?: boolean;
}

/** One matter of the profile, with its heading: a row of a group, or outside of one a section that is always open. */
export function ProfileSection({ title, value, startsOpen = false, children }: ProfileSectionProps) {
  const id = useId();
  const isRow = useContext(InGroup);
  const heading = (
    <h3 id={id} className={styles.title}>
      {title}
    </h3>
  );
  return (
    <section className={styles.section} aria-labelledby={id}>
      {isRow ? (
        <details className={styles.row} open={startsOpen}>
          <summary className={styles.summary}>
            {heading}
            {value && <span className={styles.value}>{value}</span>}
            <Icon name="down" size={20} />
          </summary>
          <div className={styles.content}>{children}</div>
        </details>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
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
