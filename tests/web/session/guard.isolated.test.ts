import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TFunction } from 'i18next';
import type { Access } from '../../../web/session/guard.ts';
import { admit } from '../../../web/session/guard.ts';
import { placeAfterLogin } from '../../../web/session/tab-storage.ts';
import { stubTabStorage } from './browser.ts';
import { fakeServer, json, openTab, problem, tokenBox, user, type Answer, type FakeServer } from './fake-session.ts';

const shown = vi.hoisted(() => [] as string[]);
vi.mock('../../../web/ui/toast.ts', () => ({ showToast: async (message: string) => void shown.push(message) }));

const now = new Date('2026-06-01T12:00:00Z');
const t = ((key: string) => key) as TFunction;

beforeEach(() => {
  stubTabStorage();
  shown.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** A visitor at the door; `waited` counts the milliseconds of the guard's naps, of which each takes `stretch` times as long. */
function visitor(answer: FakeServer['answer'], { hasTokens = true, stretch = 1 } = {}) {
  const server = fakeServer(answer);
  const { session, left } = openTab({ server, tokens: hasTokens ? tokenBox() : tokenBox(null) });
  const waited = { milliseconds: 0 };
  let time = now;
  const sleep = async (milliseconds: number) => {
    waited.milliseconds += milliseconds * stretch;
    await new Promise((resolve) => setImmediate(resolve)); // everything that is on its way arrives first
  };
  const clock = {
    now: () => waited.milliseconds,
    serverNow: () => new Date(time.getTime() + waited.milliseconds),
    sleep,
  };
  const enter = (access: Access, place = '/somewhere') => admit(session, { access, fromEmail: false, place, t }, clock);
  const openLink = () => admit(session, { access: 'public', fromEmail: true, place: '/reset-password/-/-', t }, clock);
  const passTo = (later: string) => {
    time = new Date(later);
  };
  return { openLink, session, server, enter, waited, left, passTo };
}

const anonymous = () => visitor(() => problem(500, 'internal'), { hasTokens: false });
const never = () => new Promise<Answer>(() => undefined);

describe('section 6: an anonymous visitor', () => {
  it.each(['public', 'open'] as const)('may see %s pages, and the server is not asked', async (access) => {
    const { enter, server } = anonymous();
    expect(await enter(access)).toEqual({ loggedIn: false });
    expect(server.calls).toEqual([]);
  });

  it.each(['member', 'paid'] as const)('is sent to LOGIN from %s pages, and comes back after it', async (access) => {
    const { enter } = anonymous();
    expect(await enter(access, '/cabinet/profile?tab=mail')).toEqual({ redirect: '/login' });
    expect(placeAfterLogin()).toBe('/cabinet/profile?tab=mail');
    expect(placeAfterLogin()).toBe('/cabinet/sessions');
  });
});

describe('pages for analysts', () => {
  it('are open to them, paid or not', async () => {
    const { enter } = visitor(() => json(user({ role: 'analyst', accessTo: null })));
    expect(await enter('analyst')).toEqual({ loggedIn: true, locale: 'es' });
    expect(await enter('paid')).toEqual({ redirect: '/cabinet/payment' });
  });

  it('send other members to CABINET_SESSIONS, and everybody else to LOGIN', async () => {
    expect(await visitor(() => json(user())).enter('analyst')).toEqual({ redirect: '/cabinet/sessions' });
    expect(await anonymous().enter('analyst', '/cabinet/reports')).toEqual({ redirect: '/login' });
    expect(await visitor(() => problem(400, 'bad_request')).enter('analyst')).toEqual({ redirect: '/login' });
  });
});

describe('section 6: a logged-in user', () => {
  it('is sent from public pages to CABINET_SESSIONS', async () => {
    const { enter } = visitor(() => json(user()));
    expect(await enter('public')).toEqual({ redirect: '/cabinet/sessions' });
  });

  it('may see open pages, in their language', async () => {
    const { enter } = visitor(() => json(user()));
    expect(await enter('open')).toEqual({ loggedIn: true, locale: 'es' });
  });

  it('with access may see everything in the cabinet, at once', async () => {
    const { enter, waited } = visitor(() => json(user()));
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    expect(await enter('member')).toEqual({ loggedIn: true, locale: 'es' });
    expect(waited.milliseconds).toBeLessThanOrEqual(200);
  });

  it.each([
    ['empty', null],
    ['past', '2026-06-01T11:59:59.999Z'],
    ['now', now.toISOString()],
  ])('whose accessTo is %s goes to CABINET_PAYMENT, which stays open', async (_, accessTo) => {
    const { enter } = visitor(() => json(user({ accessTo })));
    expect(await enter('paid')).toEqual({ redirect: '/cabinet/payment' });
    expect(await enter('member')).toEqual({ loggedIn: true, locale: 'es' });
  });
});

const until = (accessTo: string) => () => json(user({ accessTo }));

describe('section 6: accessTo has passed while the tab was open', () => {
  it('and the server has renewed it: the page is entered, and the server is asked once', async () => {
    const { enter, server, passTo } = visitor(until('2026-06-02T12:00:00Z'));
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    passTo('2026-06-02T12:00:01Z');
    server.answer = until('2026-07-02T12:00:00Z');
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    expect(server.calls).toHaveLength(2);
  });

  it('and it was bought in another tab meanwhile: the page is entered', async () => {
    const { enter, server } = visitor(() => json(user({ accessTo: null })));
    expect(await enter('paid')).toEqual({ redirect: '/cabinet/payment' });
    server.answer = until('2026-07-02T12:00:00Z');
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
  });

  it.each([
    ['and the server says so too', until('2026-06-02T12:00:00Z')],
    ['and there is no connection', () => 'no answer' as const],
    ['and the server does not answer in time', never],
  ])('%s: CABINET_PAYMENT is next', async (_, answer) => {
    const { enter, server, passTo } = visitor(until('2026-06-02T12:00:00Z'));
    await enter('paid');
    passTo('2026-06-02T12:00:01Z');
    server.answer = answer;
    expect(await enter('paid')).toEqual({ redirect: '/cabinet/payment' });
  });

  it('and so has the session: the root route is next', async () => {
    const { enter, server, passTo } = visitor(until('2026-06-02T12:00:00Z'));
    await enter('paid');
    passTo('2026-06-02T12:00:01Z');
    server.answer = () => problem(401, 'session_ended');
    expect(await enter('paid')).toEqual({ redirect: '/' });
  });
});

describe('section 6: where the user data do not come', () => {
  it('the guard waits 50 times 200 ms, then sends to LOGIN, which is shown', async () => {
    const { enter, waited, server } = visitor(never);
    expect(await enter('paid', '/cabinet/profile')).toEqual({ redirect: '/login' });
    expect(waited.milliseconds).toBe(10_000);
    expect(server.calls).toHaveLength(1);
    expect(await enter('public')).toEqual({ loggedIn: false });
    expect(shown).toEqual(['site:errors.offline']);
    expect(placeAfterLogin()).toBe('/cabinet/profile');
  });

  it('in a tab where naps take five times as long, it waits no longer', async () => {
    const { enter, waited } = visitor(never, { stretch: 5 });
    expect(await enter('paid')).toEqual({ redirect: '/login' });
    expect(waited.milliseconds).toBe(10_000);
  });

  it('the next page of the cabinet asks again', async () => {
    const { enter, server } = visitor(never);
    await enter('paid');
    server.answer = () => json(user());
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    expect(server.calls).toHaveLength(2);
  });

  it('because of a logout in another tab, LOGIN is next at once, and nothing is said', async () => {
    const { enter, session, waited } = visitor(never);
    const admission = enter('member', '/cabinet/payment');
    session.tokens.remove();
    expect(await admission).toEqual({ redirect: '/login' });
    expect(waited.milliseconds).toBeLessThanOrEqual(200);
    expect(shown).toEqual([]);
  });

  it('it leaves no listener behind', async () => {
    const { enter, session } = visitor(never);
    const listening = new Set<object>();
    const watch = session.onChange;
    vi.spyOn(session, 'onChange').mockImplementation((listener) => {
      const stop = watch(listener);
      listening.add(stop);
      return () => {
        listening.delete(stop);
        stop();
      };
    });
    await enter('paid');
    expect(session.onChange).toHaveBeenCalled();
    expect(listening.size).toBe(0);
  });

  it('a load that fails on the way is tried again meanwhile', async () => {
    let asked = 0;
    const { enter, waited } = visitor(() => (++asked < 4 ? 'no answer' : json(user())));
    expect(await enter('paid')).toEqual({ loggedIn: true, locale: 'es' });
    expect(waited.milliseconds).toBeLessThan(5_000);
    expect(shown).toEqual([]);
  });

  it('an answer that is no user ends the wait and is said', async () => {
    const { enter, waited } = visitor(() => json({}));
    expect(await enter('paid')).toEqual({ redirect: '/login' });
    expect(waited.milliseconds).toBeLessThan(1_000);
    expect(shown).toEqual(['site:errors.wrong_response_from_server']);
  });

  it('pages that need no user data are shown without', async () => {
    const { enter } = visitor(() => problem(400, 'bad_request', 'No.'));
    expect(await enter('member')).toEqual({ loggedIn: true });
    expect(await enter('open')).toEqual({ loggedIn: true });
  });

  it('because the session is over, the root route is next, and nothing is said', async () => {
    const { enter, left } = visitor(() => problem(401, 'session_ended'));
    expect(await enter('paid')).toEqual({ redirect: '/' });
    expect(left.times).toBe(1);
    expect(shown).toEqual([]);
  });
});

describe('tokens that the server takes no longer', () => {
  it('log out a member who opens a page that is open to everyone', async () => {
    const { enter, left, session } = visitor(() => problem(401, 'session_ended'));
    expect(await enter('open')).toEqual({ loggedIn: false });
    expect([left.times, session.tokens.read(), shown]).toEqual([0, null, []]);
  });

  it('log out a member who opens a link for a new password', async () => {
    const { openLink, left, session } = visitor(() => problem(401, 'session_ended'));
    expect(await openLink()).toEqual({ loggedIn: false });
    expect([left.times, session.tokens.read(), shown]).toEqual([0, null, []]);
  });
});

describe('a link for a new password', () => {
  it('sends who is logged in to the sessions, which offer to log out and open it', async () => {
    const { openLink } = visitor(() => json(user()));
    expect(await openLink()).toEqual({ redirect: '/cabinet/sessions' });
  });

  it('is shown where the user is not known', async () => {
    const { openLink } = visitor(() => problem(400, 'bad_request', 'No.'));
    expect(await openLink()).toEqual({ loggedIn: false });
  });
});

it.each(['https://evil.example', '//evil.example', '/cabinetx', '/login', ''])(
  'a wanted place such as %j, which is none of the cabinet, counts for nothing',
  (place) => {
    sessionStorage.setItem('wantedPlace', place);
    expect(placeAfterLogin()).toBe('/cabinet/sessions');
  },
);
