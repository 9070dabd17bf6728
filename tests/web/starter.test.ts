import { afterEach, describe, expect, it, vi } from 'vitest';

interface Visitor {
  readonly cookie?: string;
  readonly visit?: object;
  /** The id of the visit that the page's entry of the browser's history is of. */
  readonly shown?: string;
  /** What the build says of the page. */
  readonly marks?: Record<string, string>;
  /** What the page was told before it was loaded again. */
  readonly early?: object;
}

afterEach(() => void vi.unstubAllGlobals());

/** What the page's root element is marked with after the script ran. */
async function marksAfterStart({
  cookie = '',
  visit,
  shown,
  marks = {},
  early,
}: Visitor): Promise<Record<string, string>> {
  const dataset: Record<string, string> = { ...marks };
  vi.stubGlobal('document', { documentElement: { dataset }, cookie, addEventListener: () => undefined });
  vi.stubGlobal('history', { state: shown === undefined && !early ? null : { step: 1, visit: shown } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'visit:sleep' && visit ? JSON.stringify(visit) : null),
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => (key === 'early:sleep' && early ? JSON.stringify(early) : null),
  });
  vi.resetModules();
  await import('../../web/starter/before-paint.ts');
  return dataset;
}

const quiz = { funnel: 'sleep', loading: '' };

describe('before its first paint', () => {
  it('a page that stands as the visitor will see it is left alone', async () => {
    expect(await marksAfterStart({ marks: quiz, cookie: 'locale=es' })).toEqual(quiz);
  });

  it('a quiz that goes on at another step hides its first one, also where the starter script will show the right one', async () => {
    expect((await marksAfterStart({ marks: quiz, visit: { finished: false } }))['resuming']).toBe('');
    expect((await marksAfterStart({ marks: quiz, early: { events: [] } }))['resuming']).toBe('');
  });

  it('a quiz that was finished starts over, but for Back into it', async () => {
    const visit = { finished: true, id: 'v1' };
    expect(await marksAfterStart({ marks: quiz, visit })).toEqual(quiz);
    expect(await marksAfterStart({ marks: quiz, visit, shown: 'v2' })).toEqual(quiz);
    expect((await marksAfterStart({ marks: quiz, visit, shown: 'v1' }))['resuming']).toBe('');
  });

  it('section 2: a page is hidden from logged-in members until the user is loaded', async () => {
    expect((await marksAfterStart({ marks: quiz, cookie: 'locale=es; authToken=a1; x=y' }))['resuming']).toBe('member');
    expect((await marksAfterStart({ marks: { loading: '' }, cookie: 'authToken=a1' }))['resuming']).toBe('member');
  });

  it('a page of the cabinet, which is a spinner as it stands, is left alone', async () => {
    expect(await marksAfterStart({ cookie: 'authToken=a1' })).toEqual({});
  });

  it.each(['authToken=', 'xauthToken=a1', 'a=authToken=b'])('the cookie %s is no session', async (cookie) => {
    expect(await marksAfterStart({ marks: quiz, cookie })).toEqual(quiz);
  });
});
