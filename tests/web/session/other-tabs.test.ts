import { beforeEach, describe, expect, it } from 'vitest';
import { syncWithOtherTabs } from '../../../web/session/other-tabs.ts';
import type { Session } from '../../../web/session/session.ts';
import { fakeServer, json, openTab, tokenBox, user, type FakeServer } from './fake-session.ts';

type Listener = (event: { data: unknown }) => void;

/** The tabs of one browser: they share tokens, and what one says all others hear. */
class Browser {
  readonly tokens = tokenBox({ accessToken: 'a1', refreshToken: 's1.1' });
  reloads: string[] = [];
  /** What was told among the tabs. */
  readonly told: unknown[] = [];
  userId = 'ana';
  emailVerified = true;
  visibilityState: DocumentVisibilityState = 'visible';
  readonly server: FakeServer = fakeServer(() => json(user({ id: this.userId, emailVerified: this.emailVerified })));
  readonly #listeners: { tab: string; listener: Listener }[] = [];
  readonly #looks: { tab: string; look: () => void }[] = [];

  open(tab: string, { hasChannel = true } = {}): Session {
    const { session } = openTab({ server: this.server, tokens: this.tokens });
    const channel = {
      postMessage: (data: unknown) => {
        this.told.push(data);
        for (const each of this.#listeners) if (each.tab !== tab) each.listener({ data });
      },
      addEventListener: (_: string, listener: Listener) => this.#listeners.push({ tab, listener }),
    };
    syncWithOtherTabs({
      session,
      channel: (hasChannel ? channel : null) as never,
      page: {
        document: this,
        addEventListener: (_: string, look: () => void) => this.#looks.push({ tab, look }),
      } as never,
      reload: () => this.reloads.push(tab),
    });
    return session;
  }

  lookAt(tab: string): void {
    for (const each of this.#looks) if (each.tab === tab) each.look();
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('no tab shows private data after a logout', () => {
  it('in another tab: it clears the user and loads its page again', async () => {
    const [one, two] = [browser.open('one'), browser.open('two')];
    await Promise.all([one.load(), two.load()]);
    one.end();
    expect(two.user()).toBeNull();
    expect(browser.reloads).toEqual(['two']);
  });

  it('that it could not learn of: it finds out when it is looked at', async () => {
    const one = browser.open('one', { hasChannel: false });
    await one.load();
    browser.lookAt('one');
    expect(browser.reloads).toEqual([]);
    browser.tokens.remove();
    browser.lookAt('one');
    expect(one.user()).toBeNull();
    expect(browser.reloads).toEqual(['one']);
  });

  it('nor where somebody else has logged in', async () => {
    const [one, two] = [browser.open('one'), browser.open('two')];
    await Promise.all([one.load(), two.load()]);
    browser.userId = 'bea';
    await one.begin({ accessToken: 'a9', refreshToken: 's9.1' });
    expect(two.user()).toBeNull();
    expect(browser.reloads).toContain('two');
    expect(browser.tokens.read()?.accessToken).toBe('a9');
  });
});

it('a tab that could not learn of another login finds out when it is looked at', async () => {
  const one = browser.open('one', { hasChannel: false });
  await one.load();
  browser.tokens.write({ accessToken: 'a2', refreshToken: 's1.2' }); // new tokens of the same session
  browser.lookAt('one');
  expect(browser.reloads).toEqual([]);
  browser.tokens.write({ accessToken: 'b1', refreshToken: 's2.1' });
  browser.lookAt('one');
  expect([one.user(), browser.reloads]).toEqual([null, ['one']]);
  expect(browser.tokens.read()?.accessToken).toBe('b1');
});

it('a page that is being left is not loaded again, which would keep the visitor on it', async () => {
  const one = browser.open('one', { hasChannel: false });
  await one.load();
  browser.tokens.remove();
  browser.visibilityState = 'hidden';
  browser.lookAt('one');
  expect(browser.reloads).toEqual([]);
  browser.visibilityState = 'visible';
  browser.lookAt('one');
  expect(browser.reloads).toEqual(['one']);
});

describe('an address that is verified', () => {
  beforeEach(() => {
    browser.emailVerified = false;
  });

  it('in one tab is so in all of them', async () => {
    const tabs = ['one', 'two', 'three'].map((tab) => browser.open(tab));
    await Promise.all(tabs.map((tab) => tab.load()));
    browser.told.length = 0;
    tabs[0]!.change({ ...tabs[0]!.user()!, emailVerified: true });
    expect(tabs.map((tab) => tab.user()?.emailVerified)).toEqual([true, true, true]);
    expect(browser.told).toEqual([{ userId: 'ana', emailVerified: true }]);
    expect(browser.reloads).toEqual([]);
  });

  it('elsewhere is so when the tab is looked at, which asks no more from then on', async () => {
    const one = browser.open('one', { hasChannel: false });
    await one.load();
    browser.emailVerified = true;
    browser.visibilityState = 'hidden';
    browser.lookAt('one');
    expect(browser.server.calls).toHaveLength(1);
    browser.visibilityState = 'visible';
    browser.lookAt('one');
    await expect.poll(() => one.user()?.emailVerified).toBe(true);
    browser.lookAt('one');
    expect(browser.server.calls).toHaveLength(2);
  });
});

it('a tab that opens with the same user disturbs no other tab', async () => {
  const one = browser.open('one');
  await one.load();
  await browser.open('two').load();
  expect([one.user()?.id, browser.reloads]).toEqual(['ana', []]);
});

it('a visitor who is not logged in is left in peace', async () => {
  const one = browser.open('one');
  browser.open('two');
  await one.load();
  one.end();
  browser.lookAt('two');
  expect(browser.reloads).toEqual([]);
});
