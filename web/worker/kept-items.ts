import type { ContentItem, ListeningProgress } from '../../schemas/api/content.ts';

/** The part of a list of sessions that is changed here. */
export interface KeptList {
  readonly items: readonly Pick<ContentItem, 'id'>[];
}

/** The list without a line: what can be played then comes first, whether or not the list had it. */
export function playableFirst<List extends KeptList>(list: List, playable: KeptList['items']): List {
  const ids = new Set(playable.map(({ id }) => id));
  return { ...list, items: [...playable, ...list.items.filter(({ id }) => !ids.has(id))] };
}

/** The session with what the server has said since of how far the listener is. */
export function withProgress<Item extends Pick<ContentItem, 'id'>>(item: Item, progress: ListeningProgress): Item {
  return item.id === progress.id ? { ...item, ...progress } : item;
}
