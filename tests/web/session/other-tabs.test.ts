import { beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs } from '../../../web/session/other-tabs.ts';
import type { Session } from '../../../web/session/session.ts';
import { fakeServer, json, openTab, tokenBox, user } from './fake-session.ts';

type Listener = (event: { data: unknown }) => void;

/** The tabs of one browser: they share tokens, and what one says all others hear. */
class Browser {
  readonly tokens = tokenBox();
  reloads: string[] = [];
  userId = 'ana';
  readonly #listeners: { tab: string; listener: Listener }[] = [];
  readonly #looks: { tab: string; look: () => void }[] = [];

  open(tab: string, { hasChannel = true } = {}): Session {
    const server = fakeServer(() => json(user({ id: this.userId })));
    const { session } = openTab({ server, tokens: this.tokens });
    const channel = {
      postMessage: (data: unknown) => {
        for (const each of this.#listeners) if (each.tab !== tab) each.listener({ data });
      },
      addEventListener: (_: string, listener: Listener) => this.#listeners.push({ tab, listener }),
    };
    followOtherTabs({
      session,
      channel: (hasChannel ? channel : null) as never,
      page: { addEventListener: (_: string, look: () => void) => this.#looks.push({ tab, look }) } as never,
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
  it('in another tab: it forgets the user and loads its page anew', async () => {
    const [one, two] = [browser.open('one'), browser.open('two')];
    await Promise.all([one.load(), two.load()]);
    one.end();
    expect(two.user()).toBeNull();
    expect(browser.reloads).toEqual(['two']);
  });

  it('that it could not hear of: it finds out when it is looked at', async () => {
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
    await one.begin({ accessToken: 'a9', refreshToken: 'r9' });
    expect(two.user()).toBeNull();
    expect(browser.reloads).toContain('two');
    expect(browser.tokens.read()?.accessToken).toBe('a9');
  });
});

it('a tab that opens with the same user disturbs nobody', async () => {
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
