import { createStore, useStore } from 'zustand';
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

interface Favourites {
  /** Whose they are; null where no user is logged in. */
  readonly owner: string | null;
  readonly wishes: Wishes;
  readonly hearts: Readonly<Record<string, Heart>>;
}

/** Which sessions are favourites of the page's user, as far as this page knows. */
export const favourites = createStore<Favourites>(() => ({ owner: null, wishes: {}, hearts: {} }));
const sending = new Set<string>();
let isFollowing = false;

type Marked = Pick<ContentItem, 'id' | 'favourite'>;

/** Whether the session is a favourite: what the user wants counts more than what the server has said. */
export const isFavourite = ({ wishes, hearts }: Favourites, { id, favourite }: Marked): boolean =>
  wishes[id] ?? hearts[id]?.isFavourite ?? favourite;

export function useFavourite(item: Marked): boolean {
  return useStore(favourites, (state) => isFavourite(state, item));
}

/**
 * Makes the session a favourite, or none, at once. While offline it is sent later, from any page of this browser. Where
 * the server refuses, it is undone, and this rejects.
 */
export async function setFavourite(id: string, wanted: boolean): Promise<void> {
  resendFavourites();
  change({ ...favourites.getState().wishes, [id]: wanted });
  await send(id);
}

/** Sends what earlier pages could not, now and whenever it may go better. Never rejects. */
export function resendFavourites(): void {
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
  const { hearts } = favourites.getState();
  const older = items.filter(({ id }) => (hearts[id]?.at ?? at) < at);
  const said = older.map(({ id, favourite }) => [id, { isFavourite: favourite, at }]);
  favourites.setState({ hearts: { ...hearts, ...Object.fromEntries(said) } });
  return list;
}

/** There is no one to send them for: the account is gone. */
export function removeWishes(userId: string): void {
  if (userId === favourites.getState().owner) favourites.setState({ wishes: {} });
  store(userId, {});
}

function takeUser(): void {
  const userId = session().user()?.id ?? null;
  if (userId === favourites.getState().owner) return;
  favourites.setState({ owner: userId, wishes: userId === null ? {} : read(userId), hearts: {} });
  sendAll();
}

function sendAll(): void {
  for (const id of Object.keys(favourites.getState().wishes)) send(id).catch(() => undefined); // undone without a message
}

/** Sends what is wanted of a session, and what is wanted meanwhile. */
async function send(id: string): Promise<void> {
  if (sending.has(id)) return;
  sending.add(id);
  const user = favourites.getState().owner;
  const isTheirs = () => user === favourites.getState().owner;
  const wantedNow = () => favourites.getState().wishes[id];
  try {
    for (let wanted = wantedNow(); wanted !== undefined && isTheirs(); wanted = wantedNow()) {
      await call(id, wanted);
      if (!isTheirs()) return;
      const heart = { isFavourite: wanted, at: performance.now() };
      favourites.setState(({ hearts }) => ({ hearts: { ...hearts, [id]: heart } }));
      if (wantedNow() === wanted) forget(id);
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
  change(Object.fromEntries(Object.entries(favourites.getState().wishes).filter(([each]) => each !== id)));
}

function change(wishes: Wishes): void {
  const { owner } = favourites.getState();
  if (owner !== null) store(owner, wishes);
  favourites.setState({ wishes });
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
