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
      emailSubscribed: false,
      unsubscribeId: '',
      role: 'member',
      pastDue: false,
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
  await expect(loading).rejects.toMatchObject({ status: 401 });
  expect([session.state(), session.user()]).toEqual(['loggedOut', null]);
});

it('an answer about the user before is not taken for the one who logged in since', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const server = fakeServer(() => new Promise<Answer>((resolve) => answers.push(resolve)));
  const { session } = openTab({ server });
  const first = expect(session.load()).rejects.toMatchObject({ status: 401 });
  const second = session.begin(fresh);
  answers[1]?.(json(user({ id: 'bea' })));
  await second;
  answers[0]?.(json(user({ id: 'ana' })));
  await first;
  expect(session.user()?.id).toBe('bea');
});

/** A tab with a session whose id its tokens tell. */
const openAs = async (id: string) => {
  const server = fakeServer(() => json(user({ id })));
  const tokens = tokenBox({ accessToken: 'a1', refreshToken: 's1.1' });
  const tab = openTab({ server, tokens });
  await tab.session.load();
  return { ...tab, server, tokens };
};

describe('when somebody else has logged in in another tab', () => {
  const theirs = { accessToken: 'b1', refreshToken: 's2.1' };

  it('nothing is sent with their tokens: the page is loaded anew', async () => {
    const { session, server, tokens, reloaded } = await openAs('ana');
    tokens.write(theirs);
    await expect(session.update({ firstName: 'Ana' })).rejects.toMatchObject({ status: 401 });
    expect(server.calls.map(({ method }) => method)).toEqual(['GET']);
    expect([reloaded.times, tokens.read()]).toEqual([1, theirs]);
  });

  it('a request that waited for new tokens is not sent again with theirs', async () => {
    const { session, server, tokens, reloaded } = await openAs('ana');
    server.answer = () => {
      tokens.write(theirs);
      return problem(401, 'not_signed_in');
    };
    await expect(session.update({ firstName: 'Ana' })).rejects.toMatchObject({ status: 401 });
    expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect(reloaded.times).toBe(1);
  });

  it('nothing is sent with their tokens either by a page that has just logged in or signed up', async () => {
    const server = fakeServer(() => json(user()));
    const { session, reloaded } = openTab({ server, tokens: tokenBox(null) });
    const mine = { accessToken: 'a1', refreshToken: 's1.1' };
    await session.begin({ ...mine, user: user({ id: 'ana' }) as never });
    session.tokens.write(theirs);
    await expect(session.update({ firstName: 'Ana' })).rejects.toMatchObject({ status: 401 });
    expect([server.calls, reloaded.times]).toEqual([[], 1]);
  });

  it('new tokens of the same session are used', async () => {
    const { session, server, tokens, reloaded } = await openAs('ana');
    tokens.write({ accessToken: 'a2', refreshToken: 's1.2' });
    await session.update({ firstName: 'Ana' });
    expect(server.calls.at(-1)).toMatchObject({ method: 'PATCH', accessToken: 'a2' });
    expect(reloaded.times).toBe(0);
  });
});

describe('several changes at once', () => {
  it('reach the server one after the other, so that the last one stays', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const server = fakeServer(({ method }) =>
      method === 'GET' ? json(user()) : new Promise<Answer>((resolve) => answers.push(resolve)),
    );
    const { session } = openTab({ server });
    await session.load();
    const first = session.update({ language: 'en' });
    const second = session.update({ firstName: 'Eva' });
    await expect.poll(() => answers.length).toBe(1);
    answers[0]!(json(user({ language: 'en' })));
    await expect.poll(() => answers.length).toBe(2);
    answers[1]!(json(user({ language: 'en', firstName: 'Eva' })));
    await Promise.all([first, second]);
    expect(session.user()).toMatchObject({ language: 'en', firstName: 'Eva' });
  });

  it('a refused one keeps none of the others from being made', async () => {
    const server = fakeServer(({ body }) => {
      const fields = (body ?? {}) as { language?: string };
      return fields.language ? problem(503, 'unavailable') : json(user(fields));
    });
    const { session } = openTab({ server });
    await session.load();
    const outcomes = await Promise.allSettled([
      session.update({ language: 'en' }),
      session.update({ firstName: 'Eva' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(session.user()?.firstName).toBe('Eva');
  });

  it('an answer that was asked for before a change does not undo it', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const server = fakeServer(({ method, body }) =>
      method === 'PATCH' ? json(user(body as object)) : new Promise<Answer>((resolve) => answers.push(resolve)),
    );
    const { session } = openTab({ server });
    const first = session.load();
    answers[0]!(json(user()));
    await first;
    const again = session.load();
    await session.update({ language: 'en' });
    answers[1]!(json(user({ language: 'es' })));
    await again;
    expect(session.user()?.language).toBe('en');
  });

  it('the answer to a change of somebody who has logged out changes nobody else', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const server = fakeServer(({ method }) =>
      method === 'PATCH' ? new Promise<Answer>((resolve) => answers.push(resolve)) : json(user({ id: 'ana' })),
    );
    const { session } = openTab({ server });
    await session.load();
    const change = session.update({ firstName: 'Ana' });
    await expect.poll(() => answers.length).toBe(1);
    await session.begin({ ...fresh, user: user({ id: 'bea' }) as never });
    answers[0]!(json(user({ id: 'ana' })));
    await change;
    expect(session.user()?.id).toBe('bea');
  });
});

it('section 8: an answer that is no JSON, such as the page of a network, is said to be wrong', async () => {
  const { session } = openTab({ server: fakeServer(() => new Response('<html>Welcome to our hotel</html>')) });
  await expect(session.load()).rejects.toMatchObject({ words: 'errors.wrong_response_from_server' });
});
