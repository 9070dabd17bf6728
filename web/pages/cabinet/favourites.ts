import { useSyncExternalStore } from 'react';
import type { addFavourite, removeFavourite } from '../../../schemas/api/content.ts';
import { ApiProblem } from '../../session/api-client.ts';
import { session } from '../../session/page-session.ts';
import type { ContentItem, ContentList } from './content.ts';

/** What the server has said of a session since the page knows it, and when. */
interface Heart {
  readonly isFavourite: boolean;
  readonly at: number;
}

/** By session, what the user wants that the server may not know yet: also of earlier pages, and of those offline. */
type Wishes = Readonly<Record<string, boolean>>;

const listeners = new Set<() => void>();
const hearts = new Map<string, Heart>();
const sending = new Set<string>();
let owner: string | null = null;
let wishes: Wishes = {};
let isFollowing = false;

type Marked = Pick<ContentItem, 'id' | 'favourite'>;

/** Which sessions are favourites of the page's user, as far as this page knows. */
export const favourites = {
  has: ({ id, favourite }: Marked): boolean => wishes[id] ?? hearts.get(id)?.isFavourite ?? favourite,

  /** Calls back after each change, until the function it returns is called. */
  onChange: (listener: () => void): (() => void) => {
    followUser();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

export function useFavourite(item: Marked): boolean {
  return useSyncExternalStore(favourites.onChange, () => favourites.has(item));
}

/**
 * Makes the session a favourite, or none, at once. While offline the server hears of it later, from any page of this
 * browser. Where the server refuses, it is undone, and this rejects.
 */
export async function setFavourite(id: string, isFavourite: boolean): Promise<void> {
  followUser();
  change({ ...wishes, [id]: isFavourite });
  await send(id);
}

/** Sends what earlier pages could not, now and whenever it may go better. Never rejects. */
export function followUser(): void {
  if (isFollowing) return;
  isFollowing = true;
  session().onChange(takeUser);
  window.addEventListener('online', sendAll);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendAll());
  takeUser();
}

/** Takes over what a list of sessions says; what was changed here after it was asked for stays. */
export async function noteFavourites(list: Promise<ContentList>): Promise<ContentList> {
  const at = performance.now();
  const { items } = await list;
  for (const { id, favourite } of items)
    if ((hearts.get(id)?.at ?? at) < at) hearts.set(id, { isFavourite: favourite, at });
  notify();
  return list;
}

/** There is no one to send them for: the account is gone. */
export function removeWishes(userId: string): void {
  if (userId === owner) wishes = {};
  store(userId, {});
}

function takeUser(): void {
  const userId = session().user()?.id ?? null;
  if (userId === owner) return;
  owner = userId;
  wishes = userId === null ? {} : read(userId);
  hearts.clear();
  notify();
  sendAll();
}

function sendAll(): void {
  for (const id of Object.keys(wishes)) send(id).catch(() => undefined); // it is undone, and nobody has just asked for it
}

/** Sends what is wanted of a session, and what is wanted meanwhile. */
async function send(id: string): Promise<void> {
  if (sending.has(id)) return;
  sending.add(id);
  const user = owner;
  const isTheirs = () => user === owner;
  try {
    for (let wanted = wishes[id]; wanted !== undefined && isTheirs(); wanted = wishes[id]) {
      await call(id, wanted);
      if (!isTheirs()) return;
      hearts.set(id, { isFavourite: wanted, at: performance.now() });
      if (wishes[id] === wanted) forget(id);
    }
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isTheirs()) return; // offline: it waits
    forget(id);
    throw error;
  } finally {
    sending.delete(id);
  }
}

function call(id: string, isFavourite: boolean): Promise<unknown> {
  const { api } = session();
  const path = '/v1/content/{id}/favourite/';
  return isFavourite
    ? api.call<typeof addFavourite>('POST', path, { params: { id } })
    : api.call<typeof removeFavourite>('DELETE', path, { params: { id } });
}

function forget(id: string): void {
  change(Object.fromEntries(Object.entries(wishes).filter(([each]) => each !== id)));
}

function change(next: Wishes): void {
  wishes = next;
  if (owner !== null) store(owner, wishes);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

const keyOf = (userId: string): string => `favourites:${userId}`;

/** What is there may be old, or tampered with. */
function read(userId: string): Wishes {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    return Object.fromEntries(
      Object.entries(Object(stored) as Wishes).filter(([, wanted]) => typeof wanted === 'boolean'),
    );
  } catch {
    return {};
  }
}

function store(userId: string, stored: Wishes): void {
  try {
    if (Object.keys(stored).length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(stored));
  } catch {
    // Storage is off or full: they are kept as long as the page stays on.
  }
}
