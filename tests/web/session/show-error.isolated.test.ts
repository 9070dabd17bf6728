import type { TFunction } from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { showError } from '../../../web/errors.ts';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('../../../web/ui/toast.ts', () => ({ showToast: async (message: string) => void shown.push(message) }));
const t = ((key: string) =>
  key === 'site:errors.common' ? 'Something went wrong. Please try again.' : key) as TFunction;

beforeEach(() => {
  shown.length = 0;
});

const cases: [name: string, error: unknown, said: string][] = [
  ["section 8: the server's detail text if present", { status: 409, detail: 'Taken.', message: 'x' }, 'Taken.'],
  ["section 8: else the error's own message", new Error('The file is too large.'), 'The file is too large.'],
  ['section 8: else errors.common', new Error(''), 'Something went wrong. Please try again.'],
  ['errors.common for what is no error at all', null, 'Something went wrong. Please try again.'],
];
it.each(cases)('%s is what the toast says', async (_, error, said) => {
  showError(error, t);
  await expect.poll(() => shown).toEqual([said]);
});

const ofBrowsers: [engine: string, error: Error][] = [
  ['Chromium', new TypeError('Failed to fetch')],
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://x.example/assets/a.js')],
  ['Chromium', new TypeError('network error')],
  ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['Firefox', new TypeError('error loading dynamically imported module: https://x.example/assets/a.js')],
  ['Firefox', new TypeError('Error in input stream')],
  ['WebKit', new TypeError('Load failed')],
  ['WebKit', new TypeError('Importing a module script failed.')],
  ['WebKit', new TypeError('The network connection was lost.')],
  ['WebKit', new TypeError('The Internet connection appears to be offline.')],
  ['any', new DOMException('The operation timed out.', 'TimeoutError')],
  ['any', new DOMException('A network error occurred.', 'NetworkError')],
];
it.each(ofBrowsers)('what %s says of a request that failed (%s) is said in the words of the site', async (_, error) => {
  showError(error, t);
  await expect.poll(() => shown).toEqual(['site:errors.not_loaded']);
});

it.each([
  new TypeError("Cannot read properties of undefined (reading 'id')"),
  new SyntaxError('Unexpected token < in JSON at position 0'),
])('the message of %s, which the browser made, is not for visitors', async (error) => {
  showError(error, t);
  await expect.poll(() => shown).toEqual(['Something went wrong. Please try again.']);
});

it('section 8: the generic handler ignores 401', async () => {
  showError({ status: 401, detail: 'Log in.' }, t);
  showError({ detail: 'another' }, t);
  await expect.poll(() => shown).toEqual(['another']);
});

it("code of the page that could not be fetched is said to be the connection, not in the browser's words", async () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.resetModules();
  const { showError: show } = await import('../../../web/errors.ts');
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  show(error, t);
  await expect.poll(() => shown).toEqual(['site:errors.not_loaded']);
  vi.unstubAllGlobals();
});
