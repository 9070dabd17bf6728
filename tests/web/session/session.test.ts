import { describe, expect, it } from 'vitest';
import { fakeServer, json, mePath, openTab, problem, tokenBox, user, type Answer } from './fake-session.ts';

const fresh = { accessToken: 'a7', refreshToken: 'r7' };

describe('section 4: from logged out to logged in', () => {
  it('the tokens are kept, then the user is loaded with them', async () => {
    const server = fakeServer(() => json(user()));
    const { session } = openTab({ server, tokens: tokenBox(null) });
    expect([session.state(), session.user()]).toEqual(['loggedOut', null]);
    await session.begin(fresh);
    expect(session.tokens.read()).toEqual(fresh);
    expect(server.calls).toMatchObject([{ path: mePath, accessToken: 'a7' }]);
    expect([session.state(), session.user()?.email]).toEqual(['loggedIn', 'ana@example.com']);
  });

  it('needs no request where the answer held the user', async () => {
    const server = fakeServer(() => problem(500, 'internal'));
    const { session } = openTab({ server, tokens: tokenBox(null) });
    await session.begin({ ...fresh, user: user({ accessTo: null }) as never });
    expect(session.user()).toMatchObject({ id: '7f0e', accessTo: null });
    expect(server.calls).toEqual([]);
  });

  it('section 3: accessTo becomes a date', async () => {
    const { session } = openTab({ server: fakeServer(() => json(user())) });
    expect((await session.load()).accessTo).toEqual(new Date('2031-01-01T00:00:00.000Z'));
  });

  it.each([null, '', 'soon'])('accessTo %j gives no access', async (accessTo) => {
    const { session } = openTab({ server: fakeServer(() => json(user({ accessTo }))) });
    expect((await session.load()).accessTo).toBeNull();
  });

  it.each([[{}], [{ id: '' }], [{ id: null, email: 'a@b.c' }], [null], [[]]])(
    'section 5: the answer %j has no id, so it is no user',
    async (reply) => {
      const { session } = openTab({ server: fakeServer(() => json(reply)) });
      await expect(session.load()).rejects.toMatchObject({ words: 'errors.wrong_response_from_server' });
      expect([session.state(), session.user()]).toEqual(['failed', null]);
    },
  );

  it('section 3: what the answer leaves out has its default', async () => {
    const { session } = openTab({ server: fakeServer(() => json({ id: '1' })) });
    expect(await session.load()).toEqual({
      id: '1',
      email: '',
      firstName: '',
      language: 'en',
      emailVerified: false,
      accessTo: null,
      topic: null,
      emailSubscribed: true,
      unsubscribeId: '',
    });
  });

  it.each(['fr', ['es'], null, 7])(
    'section 4: the language %j is ignored, the saved locale counts',
    async (language) => {
      const { session } = openTab({ server: fakeServer(() => json(user({ language }))) });
      expect((await session.load()).language).toBe('en');
    },
  );

  it('several who ask at once share one request', async () => {
    const server = fakeServer(() => json(user()));
    const { session } = openTab({ server });
    const users = await Promise.all([session.load(), session.load(), session.load()]);
    expect(new Set(users).size).toBe(1);
    expect(server.calls).toHaveLength(1);
  });
});

describe('a user who is logged in', () => {
  it('changes fields on the server, and is what the server answers', async () => {
    const server = fakeServer(({ method, body }) => json(user(method === 'PATCH' ? (body as object) : {})));
    const { session } = openTab({ server });
    await session.load();
    await session.update({ language: 'en' });
    expect(server.calls.at(-1)).toMatchObject({ method: 'PATCH', path: mePath, body: { language: 'en' } });
    expect(session.user()?.language).toBe('en');
  });

  it('stays as they were where the server refuses', async () => {
    const server = fakeServer(({ method }) => (method === 'PATCH' ? problem(503, 'unavailable') : json(user())));
    const { session } = openTab({ server });
    await session.load();
    await expect(session.update({ language: 'en' })).rejects.toMatchObject({ status: 503 });
    expect(session.user()?.language).toBe('es');
  });

  it('section 4: resetting returns the user to nobody and removes both tokens', async () => {
    const { session } = openTab({ server: fakeServer(() => json(user())) });
    await session.load();
    session.end();
    expect([session.state(), session.user(), session.tokens.read()]).toEqual(['loggedOut', null, null]);
  });
});

it('an answer that comes after the logout brings nobody back', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const server = fakeServer(() => new Promise<Answer>((resolve) => answers.push(resolve)));
  const { session } = openTab({ server });
  const loading = session.load();
  session.end();
  answers[0]?.(json(user()));
  await loading;
  expect([session.state(), session.user()]).toEqual(['loggedOut', null]);
});

it('an answer about the user before is not taken for the one who logged in since', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const server = fakeServer(() => new Promise<Answer>((resolve) => answers.push(resolve)));
  const { session } = openTab({ server });
  const first = session.load();
  const second = session.begin(fresh);
  answers[1]?.(json(user({ id: 'bea' })));
  await second;
  answers[0]?.(json(user({ id: 'ana' })));
  await first;
  expect(session.user()?.id).toBe('bea');
});
