import { describe, expect, it } from 'vitest';
import {
  fakeServer,
  json,
  mePath,
  openTab,
  problem,
  refreshPath,
  rotatingServer,
  sharedLock,
  tokenBox,
  user,
  type Answer,
} from './fake-session.ts';

const ask = { method: 'GET', path: mePath };
const refreshed = () => json({ newAccessToken: 'a2', newRefreshToken: 'r2' });

describe('section 8: a request that fails for its token', () => {
  it('is sent once more with new tokens, and nobody notices', async () => {
    const server = rotatingServer();
    const { session } = openTab({ server });
    const response = await session.api.send({ method: 'POST', path: '/v1/content/7/start/', body: { a: 1 } });
    expect(response.status).toBe(200);
    expect(server.calls.map(({ path, body, accessToken }) => [path, body, accessToken])).toEqual([
      ['/v1/content/7/start/', { a: 1 }, 'a1'],
      [refreshPath, { refreshToken: 'r1' }, undefined],
      ['/v1/content/7/start/', { a: 1 }, 'a2'],
    ]);
    expect(session.tokens.read()).toEqual({ accessToken: 'a2', refreshToken: 'r2' });
  });

  it('may also say 403 with the sentence of the specification', async () => {
    const server = fakeServer(({ path, accessToken }) => {
      if (path === refreshPath) return refreshed();
      return accessToken === 'a2' ? json(user()) : json({ detail: 'Refresh your tokens and try again.' }, 403);
    });
    const { session } = openTab({ server });
    expect((await session.api.send(ask)).status).toBe(200);
    expect(server.paths()).toEqual([mePath, refreshPath, mePath]);
  });

  it.each([
    ['403 for another reason', problem(403, 'forbidden', 'Not yours.')],
    ['401 for a wrong password', problem(401, 'wrong_credentials')],
    ['404', problem(404, 'not_found')],
    ['500', problem(500, 'internal')],
  ])('is not refreshed for %s', async (_, answer) => {
    const server = fakeServer(() => answer);
    const { session } = openTab({ server });
    await expect(session.api.send(ask)).rejects.toMatchObject({ status: answer.status });
    expect(server.paths()).toEqual([mePath]);
  });

  it('is not refreshed where no user is logged in', async () => {
    const server = fakeServer(() => problem(401, 'not_signed_in'));
    const { session, left } = openTab({ server, tokens: tokenBox(null) });
    await expect(session.api.send(ask)).rejects.toMatchObject({ status: 401 });
    expect(server.paths()).toEqual([mePath]);
    expect(left.times).toBe(0);
  });

  it('is sent again only once: a second 401 is the answer', async () => {
    const server = fakeServer(({ path }) => (path === refreshPath ? refreshed() : problem(401, 'not_signed_in')));
    const { session, left } = openTab({ server });
    await expect(session.api.send(ask)).rejects.toMatchObject({ status: 401 });
    expect(server.paths()).toEqual([mePath, refreshPath, mePath]);
    expect(left.times).toBe(0);
  });
});

describe('several requests at once', () => {
  it('share one refresh, and each is replayed once', async () => {
    const server = rotatingServer();
    const { session } = openTab({ server });
    const answers = await Promise.all(Array.from({ length: 20 }, () => session.api.send(ask)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(1);
    expect(server.calls).toHaveLength(41);
  });

  it('one that fails late, after others got new tokens, takes those', async () => {
    const late: ((answer: Answer) => void)[] = [];
    const server = fakeServer(({ path, accessToken }) => {
      if (path === '/late/') return accessToken === 'a1' ? new Promise((resolve) => late.push(resolve)) : json({});
      if (path === refreshPath) return refreshed();
      return accessToken === 'a2' ? json(user()) : problem(401, 'not_signed_in');
    });
    const { session } = openTab({ server });
    const slow = session.api.send({ method: 'GET', path: '/late/' });
    await session.api.send(ask);
    late[0]?.(problem(401, 'not_signed_in'));
    expect((await slow).ok).toBe(true);
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(1);
  });

  it('in three tabs share one refresh too', async () => {
    const server = rotatingServer();
    const tokens = tokenBox();
    const oneTabAtATime = sharedLock();
    const tabs = [1, 2, 3].map(() => openTab({ server, tokens, oneTabAtATime }));
    await Promise.all(tabs.flatMap(({ session }) => [session.api.send(ask), session.api.send(ask)]));
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(1);
    expect(tabs.map(({ left }) => left.times)).toEqual([0, 0, 0]);
  });

  it('a refusal in a tab without locks changes nothing where another tab has new tokens already', async () => {
    const tokens = tokenBox();
    const server = fakeServer(({ path, accessToken }) => {
      if (path !== refreshPath) return accessToken === 'a2' ? json(user()) : problem(401, 'not_signed_in');
      tokens.write({ accessToken: 'a2', refreshToken: 'r2' });
      return problem(401, 'session_ended');
    });
    const { session, left } = openTab({ server, tokens });
    expect((await session.api.send(ask)).ok).toBe(true);
    expect(left.times).toBe(0);
  });
});

describe('section 8: the session is cleared and the user led to the root route', () => {
  it('when the refresh is refused', async () => {
    const server = fakeServer(({ path }) => problem(401, path === refreshPath ? 'session_ended' : 'not_signed_in'));
    const { session, left } = openTab({ server });
    await expect(session.api.send(ask)).rejects.toMatchObject({ status: 401, code: 'session_ended' });
    expect(session.tokens.read()).toBeNull();
    expect(session.state()).toBe('cleared');
    expect(left.times).toBe(1);
  });

  it('once, though many requests wait for that refresh', async () => {
    const server = fakeServer(({ path }) => problem(401, path === refreshPath ? 'session_ended' : 'not_signed_in'));
    const { session, left } = openTab({ server });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => session.api.send(ask)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(1);
    expect(left.times).toBe(1);
  });

  it.each([
    { at: 59_999, sent: 3, ended: true },
    { at: 60_000, sent: 4, ended: false },
  ])('at the fourth attempt within 60 s, which asks the server no more: after $at ms', async ({ at, sent, ended }) => {
    let made = 1;
    const server = fakeServer(({ path }) => {
      if (path !== refreshPath) return problem(401, 'not_signed_in');
      made++;
      return json({ newAccessToken: `a${made}`, newRefreshToken: `r${made}` });
    });
    const { session, left, clock } = openTab({ server });
    for (const milliseconds of [0, 20_000, 40_000, at]) {
      expect(left.times).toBe(0);
      clock.now = milliseconds;
      await expect(session.api.send(ask)).rejects.toMatchObject({ status: 401 });
    }
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(sent);
    expect([left.times, session.tokens.read() === null, session.state() === 'cleared']).toEqual([
      ended ? 1 : 0,
      ended,
      ended,
    ]);
  });
});

describe('a server in trouble', () => {
  it.each([503, 500, 429])('that answers %i gets a few seconds to recover', async (status) => {
    let asked = 0;
    const server = fakeServer(({ path, accessToken }) => {
      if (path !== refreshPath) return accessToken === 'a2' ? json(user()) : problem(401, 'not_signed_in');
      return ++asked < 3 ? problem(status, 'unavailable') : refreshed();
    });
    const { session, clock } = openTab({ server });
    expect((await session.api.send(ask)).status).toBe(200);
    expect(clock.now).toBe(4_000);
  });

  it('that does not recover has failed: the session is cleared', async () => {
    const server = fakeServer(({ path }) => problem(path === refreshPath ? 503 : 401, 'unavailable'));
    const { session, left } = openTab({ server });
    await expect(session.api.send(ask)).rejects.toMatchObject({ status: 503 });
    expect(server.paths().filter((path) => path === refreshPath)).toHaveLength(3);
    expect([left.times, session.tokens.read(), session.state()]).toEqual([1, null, 'cleared']);
  });
});

it('a lost connection logs nobody out, however often it is tried', async () => {
  const server = fakeServer(({ path }) => (path === refreshPath ? 'no answer' : problem(401, 'not_signed_in')));
  const { session, left } = openTab({ server });
  for (let attempt = 0; attempt < 6; attempt++) {
    await expect(session.api.send(ask)).rejects.toMatchObject({ words: 'errors.offline' });
  }
  expect(session.tokens.read()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
  expect(left.times).toBe(0);
});

it('a refresh that comes back after the logout logs nobody in again', async () => {
  const tokens = tokenBox();
  const server = fakeServer(({ path }) => {
    if (path !== refreshPath) return problem(401, 'not_signed_in');
    tokens.remove();
    return refreshed();
  });
  const { session } = openTab({ server, tokens });
  await expect(session.api.send(ask)).rejects.toMatchObject({ status: 401 });
  expect(tokens.read()).toBeNull();
});

it.each([
  ['{}', json({})],
  ['no text', json({ newAccessToken: 7, newRefreshToken: null })],
  ['empty', json({ newAccessToken: '', newRefreshToken: 'r2' })],
  ['null', json(null)],
  ["a network's own page", new Response('<html>Welcome to our hotel</html>')],
])('an answer that holds no tokens (%s) leaves the old ones, and says so in words', async (_, answer) => {
  const server = fakeServer(({ path }) => (path === refreshPath ? answer : problem(401, 'not_signed_in')));
  const { session, left } = openTab({ server });
  await expect(session.api.send(ask)).rejects.toMatchObject({ words: 'errors.wrong_response_from_server' });
  expect(session.tokens.read()).toEqual({ accessToken: 'a1', refreshToken: 'r1' });
  expect(left.times).toBe(0);
});
