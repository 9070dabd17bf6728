import type { Ref } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './ListHead.module.css';

interface Props {
  /** Of the heading. */
  readonly id: string;
  /** The heading of the list: how many sessions match; null until it is known, and where it isn't. */
  readonly found: number | null;
  readonly isClearable: boolean;
  readonly onClear: () => void;
  readonly ref: Ref<HTMLOutputElement>;
}

/** The heading of the list: how many sessions were found, read out when it changes, and the way back to all of them. */
export function ListHead({ id, found, isClearable, onClear, ref }: Props) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {t('sessions.list')}
      </h2>
      <output ref={ref} tabIndex={-1} className={styles.found}>
        {found !== null && t('sessions.found', { count: found })}
      </output>
      <div className={styles.clear}>
        {isClearable && (
          <Button look="quiet" small onClick={onClear}>
            {t('sessions.filters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
