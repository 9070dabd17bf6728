import { afterEach, expect, test, vi } from 'vitest';
import { storedAddress, takeAddress } from '../../web/starter/take-address.ts';

afterEach(() => void vi.unstubAllGlobals());

const address = {
  coach: { maxLength: 10 },
  first_name: { maxLength: 10, personal: true },
  email: { maxLength: 30, personal: true },
  list: { personal: true },
} as const;

/** A browser, in which pages of the quiz are opened one after the other. */
function openBrowser(storage: Record<string, string> = {}) {
  const state = { visit: 'v1' };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  });
  /** What the page reads, and its address afterwards; nothing where that stays as it is. */
  const open = (search: string, hash = '') => {
    let shown: unknown;
    vi.stubGlobal('location', { pathname: '/sleep', search, hash });
    vi.stubGlobal('history', {
      state,
      replaceState: (...[kept, , to]: unknown[]) => {
        expect(kept).toBe(state);
        shown = to;
      },
    });
    takeAddress('sleep', address);
    return [storedAddress('sleep', address), shown];
  };
  return { storage, open };
}

test('what is personal is taken out of the address, and the rest of it stays as it is', () => {
  const { open } = openBrowser();
  expect(open('?first_name=Ana&coach=Kim&email=a%40b.co&list=L7&utm_term=a+b%26c', '#top')).toEqual([
    { first_name: 'Ana', coach: 'Kim', email: 'a@b.co' },
    '/sleep?coach=Kim&utm_term=a+b%26c#top',
  ]);
  expect(open('?first_name=Bo&first_name=Ana')).toEqual([{ first_name: 'Bo' }, '/sleep']);
  expect(openBrowser().open('?coach=Kim')).toEqual([{ coach: 'Kim' }, undefined]);
});

test('it is known on a reload, with what is left in the address, and in another language', () => {
  const { open } = openBrowser();
  const [values] = open('?first_name=Ana&coach=Kim');
  for (const search of ['', '?coach=Kim', '?locale=es', '?locale=es&coach=Kim'])
    expect(open(search)).toEqual([values, undefined]);
});

test('an address of another person leaves nothing of the one before it', () => {
  const { open } = openBrowser();
  open('?first_name=Ana&email=a%40b.co&coach=Kim');
  expect(open('?first_name=Ana')).toEqual([{ first_name: 'Ana' }, '/sleep']);
  open('?first_name=Ana&coach=Kim');
  expect(open('?coach=Bo')).toEqual([{ coach: 'Bo' }, undefined]);
  expect(open('?first_name=')).toEqual([{}, '/sleep']);
});

test('who opens a finished quiz again is who its address says, and Back into it is still the same visitor', () => {
  const { storage, open } = openBrowser();
  const [values] = open('?first_name=Ana&coach=Kim');
  storage['visit:sleep'] = JSON.stringify({ finished: false, id: 'v0' });
  expect(open('')).toEqual([values, undefined]);
  storage['visit:sleep'] = JSON.stringify({ finished: true, id: 'v1' });
  expect(open('')).toEqual([values, undefined]);
  storage['visit:sleep'] = JSON.stringify({ finished: true, id: 'v0' });
  expect(open('?coach=Kim')).toEqual([{ coach: 'Kim' }, undefined]);
  expect(open('')).toEqual([{}, undefined]);
  expect(storage).not.toHaveProperty(['address:sleep']);
});

test('what is not needed, or longer than a text says, is not stored; what was tampered with is not read', () => {
  const { storage, open } = openBrowser();
  open('?first_name=Maximiliane&list=L7&coach=Kim&other=x');
  expect(storage['address:sleep']).toBe('{"coach":"Kim"}');
  for (const stored of [
    '"Ana"',
    'null',
    '{"first_name":7,"list":"L7","other":"x"}',
    '{"first_name":"Maximiliane"}',
    '{',
  ]) {
    storage['address:sleep'] = stored;
    expect(storedAddress('sleep', address), stored).toEqual({});
  }
});

const fail = () => {
  throw new Error('storage is off');
};

test('without storage it is known as long as the page stays on', () => {
  const { open } = openBrowser();
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });
  expect(open('?first_name=Ana')).toEqual([{ first_name: 'Ana' }, '/sleep']);
});
