import type { TFunction } from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { showError } from '../../../web/session/show-error.ts';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('../../../web/ui/toast.ts', () => ({ showToast: async (message: string) => void shown.push(message) }));
const t = ((key: string) =>
  key === 'site:errors.common' ? 'Something went wrong. Please try again.' : key) as TFunction;

beforeEach(() => {
  shown.length = 0;
});

const cases: [name: string, error: unknown, said: string][] = [
  ["section 8: the server's detail text if present", { status: 409, detail: 'Taken.', message: 'x' }, 'Taken.'],
  ["section 8: else the error's own message", new Error('Failed to fetch'), 'Failed to fetch'],
  ['section 8: else errors.common', new Error(''), 'Something went wrong. Please try again.'],
  ['errors.common for what is no error at all', null, 'Something went wrong. Please try again.'],
];
it.each(cases)('%s is what the toast says', async (_, error, said) => {
  showError(error, t);
  await vi.waitFor(() => expect(shown).toEqual([said]));
});

it('section 8: the generic handler ignores 401', async () => {
  showError({ status: 401, detail: 'Log in.' }, t);
  showError({ detail: 'another' }, t);
  await vi.waitFor(() => expect(shown).toEqual(['another']));
});

it("code of the page that could not be fetched is said to be the connection, not in the browser's words", async () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.resetModules();
  const { showError: show } = await import('../../../web/session/show-error.ts');
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  show(error, t);
  await vi.waitFor(() => expect(shown).toEqual(['site:errors.offline']));
  vi.unstubAllGlobals();
});
