import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { withResolvers } from '../../harness/with-resolvers.ts';
import { pageOf, item } from './library-items.ts';

const page = new EventTarget();
const stored = new Map<string, string>();
vi.stubGlobal('window', page);
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

let userId = 'ada';
const userListeners = new Set<() => void>();
const call = vi.fn<(method: string, path: string, parts: { params: { id: string } }) => Promise<void>>();
vi.mock('../../../web/session/page-session.ts', () => ({
  session: () => ({
    user: () => ({ id: userId }),
    onChange: (listener: () => void) => userListeners.add(listener),
    api: { call },
  }),
}));
const { favourites, resendFavourites, isFavourite, noteFavourites, setFavourite } =
  await import('../../../web/pages/cabinet/favourites.ts');

function logIn(id: string): void {
  userId = id;
  for (const listener of userListeners) listener();
}
const offline = new TypeError('Failed to fetch');
const asked = () => call.mock.calls.map(([method, , { params }]) => `${method} ${params.id}`);
const roof = item('roof');
const has = () => isFavourite(favourites.getState(), roof);
const settled = () => new Promise((resolve) => setTimeout(resolve));

let next = 0;
beforeEach(() => {
  call.mockReset().mockResolvedValue();
  stored.clear();
  resendFavourites();
  logIn(`user-${++next}`);
});

describe('a heart', () => {
  test('is full before the server has answered, and stays so', async () => {
    const done = setFavourite('roof', true);
    expect(has()).toBe(true);
    await done;
    expect(has()).toBe(true);
    expect(asked()).toEqual(['POST roof']);
    await setFavourite('roof', false);
    expect(has()).toBe(false);
    expect(asked()).toEqual(['POST roof', 'DELETE roof']);
  });

  test('is empty again where the server refuses, which is said', async () => {
    call.mockRejectedValue(new ApiProblem(503, { detail: 'Later.' }));
    await expect(setFavourite('roof', true)).rejects.toMatchObject({ detail: 'Later.' });
    expect(has()).toBe(false);
    expect(stored.size).toBe(0);
  });

  test('is as it was pressed last, however fast', async () => {
    const { promise, resolve } = withResolvers();
    call.mockReturnValueOnce(promise);
    const first = setFavourite('roof', true);
    await setFavourite('roof', false);
    await setFavourite('roof', true);
    await setFavourite('roof', false);
    resolve();
    await first;
    expect(asked()).toEqual(['POST roof', 'DELETE roof']);
    expect(has()).toBe(false);
  });

  test('waits while offline, for the next page too, and is sent once the connection is back', async () => {
    call.mockRejectedValue(offline);
    await setFavourite('roof', true);
    expect(has()).toBe(true);
    expect(stored.get(`favourites:${userId}`)).toBe('{"roof":true}');
    call.mockReset().mockResolvedValue();
    page.dispatchEvent(new Event('online'));
    await settled();
    expect(asked()).toEqual(['POST roof']);
    expect(has()).toBe(true);
    expect(stored.size).toBe(0);
  });

  test('is never another user’s, and is sent when its own is back', async () => {
    const first = userId;
    call.mockRejectedValue(offline);
    await setFavourite('roof', true);
    call.mockReset().mockResolvedValue();
    logIn('somebody else');
    await settled();
    expect(has()).toBe(false);
    expect(asked()).toEqual([]);
    logIn(first);
    expect(has()).toBe(true);
    await settled();
    expect(asked()).toEqual(['POST roof']);
  });

  test('takes nothing from storage that was tampered with', async () => {
    for (const text of ['null', '7', '[', '{"roof":"yes"}']) {
      stored.set('favourites:mallory', text);
      logIn('mallory');
      expect(has()).toBe(false);
      logIn('ada');
    }
    await settled();
    expect(asked()).toEqual([]);
  });

  test('follows what another device has done, as soon as a list says so, but no list from before it was pressed', async () => {
    await setFavourite('roof', true);
    await settled();
    await noteFavourites(Promise.resolve(pageOf([roof])));
    expect(has()).toBe(false);
    const { promise, resolve } = withResolvers();
    const late = noteFavourites(promise.then(() => pageOf([roof])));
    await settled();
    await setFavourite('roof', true);
    resolve();
    await late;
    expect(has()).toBe(true);
  });
});
