import { afterEach, describe, expect, it, vi } from 'vitest';
import { hideFlashes } from '../../web/starter/hide-flashes.ts';

interface Visitor {
  readonly cookie?: string;
  readonly visit?: object;
  /** The id of the visit that the page's entry of the browser's history is of. */
  readonly shown?: string;
  /** What the build says of the page. */
  readonly marks?: Record<string, string>;
  /** The page shows by itself where the visit is. */
  readonly resumesHere?: boolean;
}

afterEach(() => void vi.unstubAllGlobals());

/** What the page's root element is marked with after the script ran. */
function marksAfterStart({
  cookie = '',
  visit,
  shown,
  marks = {},
  resumesHere = false,
}: Visitor): Record<string, string> {
  const dataset: Record<string, string> = { ...marks };
  vi.stubGlobal('document', { documentElement: { dataset }, cookie, addEventListener: () => undefined });
  vi.stubGlobal('history', { state: shown === undefined ? null : { step: 1, visit: shown } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'visit:sleep' && visit ? JSON.stringify(visit) : null),
  });
  hideFlashes(resumesHere);
  return dataset;
}

const quiz = { funnel: 'sleep', loading: '' };

describe('before its first paint', () => {
  it('a page that stands as the visitor will see it is left alone', () => {
    expect(marksAfterStart({ marks: quiz, cookie: 'locale=es' })).toEqual(quiz);
  });

  it('a quiz that goes on at another step hides its first one, unless the page shows the right one by itself', () => {
    expect(marksAfterStart({ marks: quiz, visit: { finished: false } })['resuming']).toBe('');
    expect(marksAfterStart({ marks: quiz, visit: { finished: false }, resumesHere: true })).toEqual(quiz);
  });

  it('a quiz that was finished begins anew, but for Back into it', () => {
    const visit = { finished: true, id: 'v1' };
    expect(marksAfterStart({ marks: quiz, visit })).toEqual(quiz);
    expect(marksAfterStart({ marks: quiz, visit, shown: 'v2' })).toEqual(quiz);
    expect(marksAfterStart({ marks: quiz, visit, shown: 'v1' })['resuming']).toBe('');
  });

  it('section 2: a page is hidden from who is logged in until the user is loaded', () => {
    expect(marksAfterStart({ marks: quiz, cookie: 'locale=es; authToken=a1; x=y' })['resuming']).toBe('member');
    expect(marksAfterStart({ marks: { loading: '' }, cookie: 'authToken=a1' })['resuming']).toBe('member');
  });

  it('a page of the cabinet, which is a spinner as it stands, is left alone', () => {
    expect(marksAfterStart({ cookie: 'authToken=a1' })).toEqual({});
  });

  it.each(['authToken=', 'xauthToken=a1', 'a=authToken=b'])('the cookie %s is no session', (cookie) => {
    expect(marksAfterStart({ marks: quiz, cookie })).toEqual(quiz);
  });
});
