import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { starterScript } from '../../web/starter.ts';

interface Visitor {
  readonly cookie?: string;
  readonly visit?: object;
  /** What the build says of the page. */
  readonly marks?: Record<string, string>;
}

/** What the page's root element is marked with after the script ran. */
function marksAfterStart({ cookie = '', visit, marks = {} }: Visitor): Record<string, string> {
  const dataset: Record<string, string> = { ...marks };
  runInNewContext(starterScript, {
    document: { documentElement: { dataset }, cookie, addEventListener: () => undefined },
    window: {},
    history: { state: null },
    localStorage: { getItem: (key: string) => (key === 'visit:sleep' && visit ? JSON.stringify(visit) : null) },
  });
  return dataset;
}

const quiz = { funnel: 'sleep', public: '' };

describe('before its first paint', () => {
  it('a page that stands as the visitor will see it is left alone', () => {
    expect(marksAfterStart({ marks: quiz, cookie: 'locale=es' })).toEqual(quiz);
  });

  it('a quiz that goes on at another step hides its first one', () => {
    expect(marksAfterStart({ marks: quiz, visit: { finished: false } })['resuming']).toBe('');
  });

  it('a public page is hidden from who is logged in: they go on to the cabinet', () => {
    expect(marksAfterStart({ marks: quiz, cookie: 'locale=es; authToken=a1; x=y' })['resuming']).toBe('member');
    expect(marksAfterStart({ marks: { public: '' }, cookie: 'authToken=a1' })['resuming']).toBe('member');
  });

  it('a page that is open to everyone is not', () => {
    expect(marksAfterStart({ cookie: 'authToken=a1' })).toEqual({});
  });

  it.each(['authToken=', 'xauthToken=a1', 'a=authToken=b'])('the cookie %s is no session', (cookie) => {
    expect(marksAfterStart({ marks: quiz, cookie })).toEqual(quiz);
  });
});

it('is small: it stands in every page', () => {
  expect(starterScript.length).toBeLessThan(1_000);
});
