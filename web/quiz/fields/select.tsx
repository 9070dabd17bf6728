/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus,
   jsx-a11y/no-noninteractive-element-to-interactive-role -- a combobox: the focus stays in the input, which hears the keys */
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { ScreenOf } from '../../../engine/run/steps/rules.ts';
import { useEarlyFields } from '../early-fields.ts';
import { OptionLabel, type Field, type FieldProps } from './field.tsx';
import field from './field.module.css';
import styles from './select.module.css';
import { searchOptions } from './search-options.ts';

export const select: Field<'select'> = {
  Control: Select,
  problemText: ({ t }) => t('validation.wrong'),
};

/** A long list to search by typing. Choosing an option stores it and leaves the step at once, as in a single choice. */
function Select({ screen, t, headingId, pending, onAnswer }: FieldProps<ScreenOf<'select'>>) {
  const { options, answer, placeholder = t('rare:select.placeholder') } = screen;
  const [query, setQuery] = useState('');
  const found = useMemo(() => searchOptions(options, query), [options, query]);
  const [active, setActive] = useState(() => options.findIndex(({ key }) => key === answer));
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useEarlyFields();
  useLayoutEffect(() => {
    if (active >= 0) showIn(list.current!, active);
  }, [active, found]);

  const choose = (key: string | undefined) => {
    if (!pending && key !== undefined) onAnswer(key);
  };
  const search = (text: string) => {
    setQuery(text);
    setActive(text.trim() === '' ? -1 : 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const last = found.length - 1;
    if (key === 'ArrowDown') setActive(active < last ? active + 1 : 0);
    else if (key === 'ArrowUp') setActive(active > 0 ? active - 1 : last);
    else if (key === 'Enter') choose(found[active]?.key);
    else if (key === 'Escape' && query) search('');
    else return;
    event.preventDefault();
  };

  return (
    <div>
      <div className={field.control}>
        <svg className={styles.glass} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13m5 11.5 5 5" />
        </svg>
        <input
          type="text"
          role="combobox"
          className={field.input}
          aria-labelledby={headingId}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={found[active] && `${id}${active}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          value={query}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <output className="unseen">{query && t('rare:select.found', { count: found.length })}</output>
      {found.length === 0 && <p className={styles.none}>{t('rare:select.none', { query: query.trim() })}</p>}
      <ul ref={list} id={`${id}list`} role="listbox" aria-labelledby={headingId} tabIndex={-1} className={styles.list}>
        {found.map((option, index) => (
          <li
            key={option.key}
            id={`${id}${index}`}
            role="option"
            aria-selected={option.key === answer}
            aria-disabled={pending || undefined}
            className={styles.option}
            data-active={index === active || undefined}
            data-tap="answer"
            data-value={option.key}
            onClick={() => choose(option.key)}
          >
            <OptionLabel option={option} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scrolls the list, and not the page, so that the option can be seen. */
function showIn(list: HTMLElement, index: number): void {
  const option = list.children[index] as HTMLElement | undefined;
  if (!option) return;
  const { offsetTop: top, offsetHeight: height } = option;
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, top + height - list.clientHeight));
}
