import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { CardSkeletons, SessionGrid } from './SessionGrid.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type Filters, isFiltered, type KnownFilters } from './filters.ts';
import styles from './Library.module.css';
import type { SessionList, ShownSessions } from './session-list.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { errorText, showError, UserFacingError } from '../../../errors.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';

interface LibraryProps {
  readonly known: KnownFilters;
  readonly list: SessionList;
  /** Why there is no list; null where there is one. */
  readonly failure: Error | null;
  /** Whether what stands above the list is still to come: the list waits for it, so that it doesn't jump. */
  readonly isEarly: boolean;
  /** Stands above the list of all sessions. */
  readonly lead: ReactNode;
}

/** The sessions, and what narrows them down. */
export function Library({ known, list, failure, isEarly, lead }: LibraryProps) {
  const { t } = useTranslation('cabinet');
  const id = useId();
  const found = useRef<HTMLOutputElement>(null);
  const { data: shown, isPlaceholderData: isOld, isFetching, refetch } = list;
  const { categories = [], voices = [] } = shown ?? {};
  const clear = () => {
    known.clear();
    found.current?.focus(); // the button that was pressed goes away
  };
  const results = () => {
    if (failure) return <ListFailure error={failure} isTrying={isFetching} onRetry={() => void refetch()} />;
    if (!shown || isEarly) return <CardSkeletons />;
    if (shown.items.length === 0) return <NothingFound filters={shown.filters} onClear={clear} />;
    return (
      <>
        {lead}
        <Pages {...list} shown={shown} isOld={isOld} />
      </>
    );
  };
  return (
    <section className={styles.library} aria-labelledby={id}>
      <h2 id={id} className="unseen">
        {t('sessions.list')}
      </h2>
      <FilterBar known={known} categories={categories} voices={voices} />
      <Found
        ref={found}
        found={failure || isEarly ? null : (shown?.found ?? null)}
        corrected={shown?.corrected ?? null}
        isClearable={isFiltered(known.filters) && (isOld || shown?.found !== 0 || failure !== null)}
        onClear={clear}
      />
      {results()}
    </section>
  );
}

interface PagesProps extends Pick<SessionList, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'> {
  readonly shown: ShownSessions;
  readonly isOld: boolean;
}

/** As many pages as were asked for, one after the other. */
function Pages({ shown, isOld, fetchNextPage, hasNextPage, isFetchingNextPage }: PagesProps) {
  const { t } = useTranslation('cabinet');
  const [focusAt, setFocusAt] = useState<number | null>(null);
  const { items, found } = shown;
  const showMore = async () => {
    const { isFetchNextPageError, error } = await fetchNextPage();
    if (isFetchNextPageError) showError(error, t);
    else setFocusAt(items.length);
  };
  return (
    <>
      <SessionGrid shown={shown} isOld={isOld} focusAt={focusAt} />
      {hasNextPage && (
        <div className={styles.more}>
          <p>{t('sessions.shown', { number: items.length, found })}</p>
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void showMore()}>
            {t('sessions.more')}
          </Button>
        </div>
      )}
    </>
  );
}

interface FoundProps {
  /** How many sessions match; null until it is known, and where it isn't. */
  readonly found: number | null;
  readonly corrected: string | null;
  readonly isClearable: boolean;
  readonly onClear: () => void;
  readonly ref: Ref<HTMLOutputElement>;
}

/** How many sessions were found, read out when it changes, and the way back to all of them. */
function Found({ found, corrected, isClearable, onClear, ref }: FoundProps) {
  const { t } = useTranslation('cabinet');
  return (
    <div className={styles.head}>
      <output ref={ref} tabIndex={-1} className={styles.found}>
        {found !== null &&
          t(corrected === null ? 'sessions.found' : 'sessions.found_for', { count: found, search: corrected })}
      </output>
      {isClearable && (
        <Button look="quiet" small onClick={onClear}>
          {t('sessions.filters.clear')}
        </Button>
      )}
    </div>
  );
}

interface NothingFoundProps {
  readonly filters: Filters;
  readonly onClear: () => void;
}

/** No session matches. */
function NothingFound({ filters, onClear }: NothingFoundProps) {
  const { t } = useTranslation('cabinet');
  if (!isFiltered(filters))
    return <ListMessage scene="stars" title={t('sessions.empty.title')} text={t('sessions.empty.text')} />;
  const words = isFiltered({ ...filters, favourite: false }) ? 'sessions.nothing' : 'sessions.no_favourites';
  return (
    <ListMessage scene="stars" title={t(`${words}.title`)} text={t(`${words}.text`)}>
      <Button look="secondary" small onClick={onClear}>
        {t('sessions.filters.clear')}
      </Button>
    </ListMessage>
  );
}

interface ListFailureProps {
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly onRetry: () => void;
}

/** The list could not be loaded; while offline what is saved can still be listened to. */
function ListFailure({ error, isTrying, onRetry }: ListFailureProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const isOffline = error instanceof UserFacingError && error.words === 'errors.offline';
  return (
    <div role="alert">
      <ListMessage
        scene="moon"
        title={isOffline ? t('sessions.offline.title') : t('sessions.failed.title')}
        text={isOffline ? t('sessions.offline.text') : errorText(error, common)}
      >
        <Button look="secondary" small busy={isTrying} onClick={onRetry}>
          {t('sessions.failed.retry')}
        </Button>
      </ListMessage>
    </div>
  );
}

interface ListMessageProps {
  /** Stands above it. */
  readonly scene: 'stars' | 'moon';
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** What stands in place of the list where there is none. */
function ListMessage({ scene, title, text, children }: ListMessageProps) {
  return (
    <div className={styles.message}>
      <Medallion scene={scene} />
      <h3>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
