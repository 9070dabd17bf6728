import type { ContentLabel } from '../../../../schemas/api/content.ts';
import { useTranslation } from '../../../translation.tsx';
import { Select } from '../../../ui/Select.tsx';
import styles from './FilterBar.module.css';
import { statuses } from './filters.ts';
import { SearchField } from './SearchField.tsx';
import type { KnownFilters } from './use-filters.ts';

interface Props {
  readonly known: KnownFilters;
  /** Empty until they are known. */
  readonly categories: readonly ContentLabel[];
  readonly voices: readonly ContentLabel[];
}

/** What narrows the list down. Several values of one filter widen it again: any of them will do. */
export function FilterBar({ known, categories, voices }: Props) {
  const { t } = useTranslation('cabinet');
  const { filters, typed, type, searchNow, change } = known;
  const look = { hideLabel: true, small: true, clearable: true } as const;
  return (
    <search className={styles.bar} aria-label={t('sessions.filters.label')}>
      <div className={styles.wide}>
        <SearchField value={typed} onType={type} onSearch={searchNow} />
      </div>
      <div className={styles.wide}>
        <Select
          {...look}
          multiple
          label={t('sessions.filters.categories')}
          placeholder={t('sessions.filters.categories')}
          options={categories.map(toOption)}
          value={filters.category}
          onChange={(category) => change({ category })}
        />
      </div>
      <div className={styles.filter}>
        <Select
          {...look}
          label={t('sessions.filters.status')}
          placeholder={t('sessions.filters.status')}
          options={statuses.map((value) => ({ value, title: t(`sessions.status.${value}`) }))}
          value={filters.status}
          onChange={(status) => change({ status })}
        />
      </div>
      <div className={styles.filter}>
        <Select
          {...look}
          label={t('sessions.filters.voice')}
          placeholder={t('sessions.filters.voice')}
          options={voices.map(toOption)}
          value={filters.voice}
          onChange={(voice) => change({ voice })}
        />
      </div>
    </search>
  );
}

const toOption = ({ id, title }: ContentLabel) => ({ value: id, title });
