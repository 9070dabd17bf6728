import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ContentLabel } from '../../../../schemas/api/content.ts';
import { Heart } from '../FavouriteButton.tsx';
import styles from './FilterBar.module.css';
import { maxLength, statuses } from './filters.ts';
import type { KnownFilters } from './filters.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Select } from '../../../ui/Select.tsx';

interface FilterBarProps {
  readonly known: KnownFilters;
  /** Empty until they are known. */
  readonly categories: readonly ContentLabel[];
  readonly voices: readonly ContentLabel[];
}

/**
 * What narrows the list down: a search, the categories as a shortcut, and all filters behind a button that says how much
 * is chosen. Several values of one filter widen it again: any of them will do.
 */
export function FilterBar({ known, categories, voices }: FilterBarProps) {
  const { t } = useTranslation('cabinet');
  const { filters, typed, type, searchNow, change } = known;
  const look = { hideLabel: true, small: true, clearable: true } as const;
  const chosen = filters.category.length + (filters.status ? 1 : 0) + (filters.voice ? 1 : 0);
  const [isOpen, setIsOpen] = useState(filters.status !== null || filters.voice !== null);
  const id = useId();
  return (
    <search className={styles.bar} aria-label={t('sessions.filters.label')}>
      <div className={styles.search}>
        <SearchField value={typed} onType={type} onSearch={searchNow} />
        <button
          type="button"
          className={styles.favourites}
          aria-pressed={filters.favourite}
          aria-label={t('sessions.filters.favourites')}
          title={t('sessions.filters.favourites')}
          onClick={() => change({ favourite: !filters.favourite })}
        >
          <Heart isFull={filters.favourite} />
        </button>
        <Button look="secondary" small aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {t('sessions.filters.label')}
          {chosen > 0 && ` (${chosen})`}
        </Button>
      </div>
      <CategoryChips categories={categories} chosen={filters.category} onChoose={(category) => change({ category })} />
      <div id={id} className={styles.parts} hidden={!isOpen}>
        <Select
          {...look}
          multiple
          label={t('sessions.filters.categories')}
          placeholder={t('sessions.filters.categories')}
          options={categories.map(toOption)}
          value={filters.category}
          onChange={(category) => change({ category })}
        />
        <Select
          {...look}
          label={t('sessions.filters.status')}
          placeholder={t('sessions.filters.status')}
          options={statuses.map((value) => ({ value, title: t(`sessions.status.${value}`) }))}
          value={filters.status}
          onChange={(status) => change({ status })}
        />
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

interface CategoryChipsProps {
  readonly categories: readonly ContentLabel[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The categories in a line, each chosen by a tap. As high without them as with them. */
function CategoryChips({ categories, chosen, onChoose }: CategoryChipsProps) {
  const { t } = useTranslation('cabinet');
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className={styles.chips}>
      <legend className="unseen">{t('sessions.filters.categories')}</legend>
      {categories.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={chosen.includes(id)}
          onClick={() => toggle(id)}
        >
          <span>{title}</span>
        </button>
      ))}
    </fieldset>
  );
}

const toOption = ({ id, title }: ContentLabel) => ({ value: id, title });

interface SearchFieldProps {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** Enter, or the search key of a phone's keyboard. */
  readonly onSearch: () => void;
}

/** A field to search with. Escape and its button clear it. */
function SearchField({ value, onType, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('cabinet');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onType('');
    input.current?.focus();
  };
  const clearByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onType('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur(); // the phone's keyboard covers what was found
  };
  return (
    <form className={styles.field} onSubmit={submit}>
      <label className="unseen" htmlFor={id}>
        {t('sessions.search.label')}
      </label>
      <Lens />
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={maxLength}
        placeholder={t('sessions.search.label')}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={clearByEscape}
      />
      {value !== '' && (
        <button type="button" className={styles.clear} aria-label={t('sessions.search.clear')} onClick={clear}>
          <Icon name="close" size={18} />
        </button>
      )}
    </form>
  );
}

function Lens() {
  return (
    <svg className={styles.lens} width="20" height="20" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M10.8 17.1a6.3 6.3 0 1 0 0-12.6 6.3 6.3 0 0 0 0 12.6Zm4.5-1.8 4.7 4.7"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
      />
    </svg>
  );
}
