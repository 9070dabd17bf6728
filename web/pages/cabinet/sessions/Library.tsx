import { useId, useRef, useState } from 'react';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CardSkeletons } from './CardSkeletons.tsx';
import { FilterBar } from './FilterBar.tsx';
import { isFiltered } from './filters.ts';
import styles from './Library.module.css';
import { ListHead } from './ListHead.tsx';
import { ListFailure, NothingFound } from './NoSessions.tsx';
import { SessionGrid } from './SessionGrid.tsx';
import type { SessionListState, ShownSessions } from './session-list.ts';
import type { KnownFilters } from './use-filters.ts';

interface Props {
  readonly known: KnownFilters;
  readonly state: SessionListState;
  /** Whether what stands above the list is still to come: the list waits for it, so that it doesn't jump. */
  readonly isEarly: boolean;
  readonly onRetry: () => void;
  /** Rejects where the next page can't be had. */
  readonly onMore: () => Promise<void>;
}

/** The sessions, and what narrows them down. */
export function Library({ known, state, isEarly, onRetry, onMore }: Props) {
  const id = useId();
  const found = useRef<HTMLOutputElement>(null);
  const { shown, failure, asking } = state;
  const { categories = [], voices = [] } = shown ?? {};
  const clear = () => {
    known.clear();
    found.current?.focus(); // the button that was pressed goes away
  };
  const list = () => {
    if (failure) return <ListFailure {...failure} isTrying={asking === 'list'} onRetry={onRetry} />;
    if (!shown || isEarly) return <CardSkeletons />;
    if (shown.items.length === 0) return <NothingFound onClear={isFiltered(shown.filters) ? clear : undefined} />;
    return <Pages shown={shown} isOld={asking === 'list'} onMore={onMore} />;
  };
  return (
    <section className={styles.library} aria-labelledby={id}>
      <ListHead
        id={id}
        ref={found}
        found={failure || isEarly ? null : (shown?.found ?? null)}
        isClearable={isFiltered(known.filters) && (asking === 'list' || shown?.found !== 0 || failure !== null)}
        onClear={clear}
      />
      <FilterBar known={known} categories={categories} voices={voices} />
      {list()}
    </section>
  );
}

interface PagesProps extends Pick<Props, 'onMore'> {
  readonly shown: ShownSessions;
  readonly isOld: boolean;
}

/** As many pages as were asked for, one after the other. */
function Pages({ shown, isOld, onMore }: PagesProps) {
  const { t } = useTranslation('cabinet');
  const { busy, run } = useWork();
  const [focusAt, setFocusAt] = useState<number | null>(null);
  const { items, found, page, pages } = shown;
  const showMore = async () => {
    const wasMore = await run(onMore);
    if (wasMore) setFocusAt(items.length);
  };
  return (
    <>
      <SessionGrid shown={shown} isOld={isOld} focusAt={focusAt} />
      {page < pages && (
        <div className={styles.more}>
          <p>{t('sessions.shown', { number: items.length, found })}</p>
          <Button look="secondary" busy={busy} onClick={() => void showMore()}>
            {t('sessions.more')}
          </Button>
        </div>
      )}
    </>
  );
}
