import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cookieTokens, type Tokens } from '../../../web/session/tokens.ts';
import { stubCookies, type CookieJar } from './browser.ts';
import { fakeServer, json, mePath, openTab, problem, refreshPath, user } from './fake-session.ts';

/** The tokens of a log-in after so many exchanges. */
const tokensOf = (login: string, rotation = 1): Tokens => ({
  accessToken: `${login}-a${rotation}`,
  refreshToken: `${login}.${rotation}.mac`,
});

let jar: CookieJar;
beforeEach(() => {
  jar = stubCookies();
});
afterEach(() => vi.unstubAllGlobals());

/** What an answer of our own origin does before a script learns of it. */
function setByServer({ accessToken, refreshToken }: Tokens): void {
  jar.values.set('refreshToken', refreshToken);
  jar.values.set('authToken', accessToken);
}

const heldTokens = () => [jar.tokens.authToken, jar.tokens.refreshToken];
const writtenTokens = () => jar.written.filter((cookie) => /^(?:authToken|refreshToken)=/.test(cookie));

/** Tabs of a browser in which Ana is logged in and has to refresh, and the answer, which comes when it is let. */
async function openAsAna() {
  setByServer(tokensOf('ana'));
  let land!: () => void;
  const landed = new Promise<void>((resolve) => (land = resolve));
  const server = fakeServer(async ({ path, accessToken }) => {
    if (path !== refreshPath) {
      const isRefused = accessToken === 'ana-a1';
      return isRefused ? problem(401, 'not_signed_in') : json(user({ id: accessToken!.split('-')[0] }));
    }
    await landed;
    setByServer(tokensOf('ana', 2));
    return json({ newAccessToken: 'ana-a2', newRefreshToken: 'ana.2.mac' });
  });
  const [asking, other] = [openTab({ server, tokens: cookieTokens }), openTab({ server, tokens: cookieTokens })];
  const asked = asking.session.api.send({ method: 'GET', path: mePath });
  await expect.poll(() => server.paths()).toContain(refreshPath);
  return { asking, other, asked, land };
}

describe('what an answer has set', () => {
  it('is left as it is: Safari would end after seven days what a script writes', async () => {
    const { asked, land } = await openAsAna();
    land();
    expect((await asked).ok).toBe(true);
    expect(heldTokens()).toEqual(['ana-a2', 'ana.2.mac']);
    setByServer(tokensOf('bea'));
    await openTab({ server: fakeServer(() => json(user())) }).session.begin(tokensOf('bea'));
    cookieTokens.write(tokensOf('bea'));
    expect(writtenTokens()).toEqual([]);
  });

  it('counts as well where only one more exchange has followed the log-in', () => {
    setByServer(tokensOf('ana'));
    cookieTokens.write(tokensOf('ana'));
    setByServer(tokensOf('ana', 2));
    expect(cookieTokens.read()).toEqual(tokensOf('ana', 2));
    expect(writtenTokens()).toEqual([]);
  });
});

it('where the API is on another host a script writes both', async () => {
  const server = fakeServer(({ path, accessToken }) => {
    if (path === refreshPath) return json({ newAccessToken: 'ana-a2', newRefreshToken: 'ana.2.mac' });
    return accessToken === 'ana-a2' ? json(user()) : problem(401, 'not_signed_in');
  });
  const { session } = openTab({ server, tokens: cookieTokens });
  await session.begin({ ...tokensOf('ana'), user: user() as never });
  expect(heldTokens()).toEqual(['ana-a1', 'ana.1.mac']);
  await session.load();
  expect(heldTokens()).toEqual(['ana-a2', 'ana.2.mac']);
});

describe('while an answer is on its way', () => {
  it('a sign-out wins, in the tab that has asked', async () => {
    const { asking, asked, land } = await openAsAna();
    asking.session.end();
    land();
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect([heldTokens(), asking.session.state()]).toEqual([[undefined, undefined], 'loggedOut']);
  });

  it('a sign-out wins, in another tab', async () => {
    const { other, asked, land } = await openAsAna();
    other.session.end();
    land();
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(heldTokens()).toEqual([undefined, undefined]);
  });

  it('another log-in wins, in another tab: its own tokens are put back', async () => {
    const { other, asked, land } = await openAsAna();
    setByServer(tokensOf('bea'));
    await other.session.begin(tokensOf('bea'));
    land();
    await asked.catch(() => undefined);
    expect(heldTokens()).toEqual(['bea-a1', 'bea.1.mac']);
    expect(other.session.user()?.id).toBe('bea');
  });

  it('so does one after a sign-out', async () => {
    const { other, asked, land } = await openAsAna();
    other.session.end();
    setByServer(tokensOf('bea'));
    await other.session.begin(tokensOf('bea'));
    land();
    await asked.catch(() => undefined);
    expect(heldTokens()).toEqual(['bea-a1', 'bea.1.mac']);
  });

  it('the page that shows another user asks nothing with the tokens that were put back: it is loaded anew', async () => {
    const { asking, other, asked, land } = await openAsAna();
    const loading = asking.session.load();
    await other.session.begin(tokensOf('bea'));
    land();
    await Promise.allSettled([asked, loading]);
    expect([asking.reloaded.times > 0, other.reloaded.times]).toEqual([true, 0]);
  });
});

describe('where the page that has asked is gone when the answer comes', () => {
  it.each([
    ['a sign-out', () => cookieTokens.remove(), null, [undefined, undefined]],
    ['another log-in', () => cookieTokens.write(tokensOf('bea')), tokensOf('bea'), ['bea-a1', 'bea.1.mac']],
  ])('%s wins in the next one', (_, happens, counts, held) => {
    setByServer(tokensOf('ana'));
    happens();
    setByServer(tokensOf('ana', 2));
    expect(cookieTokens.read()).toEqual(counts);
    expect(heldTokens()).toEqual(held);
  });

  it('for ten minutes, longer than any answer takes: then nothing is known of it', () => {
    cookieTokens.write(tokensOf('ana'));
    expect(jar.written[0]).toBe('latestLogin=ana-a1~ana.1.mac; Path=/; Max-Age=600; SameSite=Strict; Secure');
    jar.values.delete('latestLogin');
    setByServer(tokensOf('bea'));
    expect(cookieTokens.read()).toEqual(tokensOf('bea'));
  });
});

it('cookies that were cleared are not put back', () => {
  cookieTokens.write(tokensOf('ana'));
  jar.values.delete('authToken');
  expect(cookieTokens.read()).toBeNull();
});
