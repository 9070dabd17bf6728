import { memo, useEffect, useRef } from 'react';
import type { ContentLabel } from '../../../../schemas/api/content.ts';
import { useSaved } from '../offline/saved.ts';
import { usePlayerPart } from '../player/player.ts';
import { SessionCard } from './SessionCard.tsx';
import styles from './SessionGrid.module.css';
import type { ShownSessions } from './session-list.ts';

interface Props {
  readonly shown: ShownSessions;
  /** The list is on its way out: another one is asked for. */
  readonly isOld: boolean;
  /** Index of the card that takes the focus once it is here. */
  readonly focusAt: number | null;
}

/** The sessions as cards, however many: those out of sight are not drawn, and none is made anew while somebody types. */
export const SessionGrid = memo(function SessionGrid({ shown, isOld, focusAt }: Props) {
  const { items, categories, voices } = shown;
  const list = useRef<HTMLUListElement>(null);
  const saved = useSaved();
  const loaded = usePlayerPart(({ item }) => item?.id);
  const isPlaying = usePlayerPart(({ wanted }) => wanted);
  const isHere = focusAt !== null && focusAt < items.length;
  useEffect(() => {
    if (isHere) list.current?.children[focusAt]?.querySelector('button')?.focus();
  }, [isHere, focusAt]);
  return (
    <ul ref={list} className={isOld ? styles.old : styles.grid} aria-busy={isOld}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <SessionCard
            item={item}
            category={titleOf(item.category, categories)}
            voice={titleOf(item.voice, voices)}
            isLoaded={item.id === loaded}
            isPlaying={item.id === loaded && isPlaying}
            isSaved={saved.has(item.id)}
          />
        </li>
      ))}
    </ul>
  );
});

function titleOf(id: string, labels: readonly ContentLabel[]): string {
  return labels.find((label) => label.id === id)?.title ?? '';
}
