import { useId, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../translation.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { maxLength } from './filters.ts';
import styles from './SearchField.module.css';

interface Props {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** Enter, or the search key of a phone's keyboard. */
  readonly onSearch: () => void;
}

/** A field to search with. Escape and its button clear it. */
export function SearchField({ value, onType, onSearch }: Props) {
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
