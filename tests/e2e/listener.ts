import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import type { ContentItem } from '../../schemas/api/content.ts';
import type { Language } from '../../schemas/api/values.ts';
import { readAccessToken } from '../../api/accounts/tokens.ts';
import { expect } from '../harness/patient-expect.ts';
import { serverKeys } from './shared-with-server.ts';
import { speaker } from './speaker.ts';

/** What the page's player does with its sound. */
interface ListenedSound {
  sound?: HTMLAudioElement & { readonly webkitAudioDecodedByteCount?: number };
  /** Where it was put last, or began by itself, in seconds. It may have stood still since, and gone on there. */
  began?: number;
  /** How often it has stopped. */
  stops: number;
  /** Seconds that it has gone on by itself, not by jumps. */
  moved: number;
}

/** The session that every journey plays: the sound is made once, and it is a short one. */
export const played = { id: 'before-you-go-in', seconds: 900 } as const;
const titles: Readonly<Record<string, string>> = { en: 'Before you go in', es: 'Antes de entrar' };

/** The sound of a session is made while it plays, on a machine that has much else to do. Milliseconds. */
const makingTime = 300_000;

/** In the page: makes `window.heard` report the sound, which is nowhere in the document. */
function followSound(): void {
  const heard: ListenedSound = { stops: 0, moved: 0 };
  let last = NaN;
  let isNew = false;
  Object.assign(window, { heard });
  window.Audio = class extends Audio {
    constructor() {
      super();
      heard.sound = this;
      this.addEventListener('loadstart', () => (isNew = true));
      this.addEventListener('playing', () => {
        if (isNew) heard.began = this.currentTime;
        isNew = false;
      });
      this.addEventListener('pause', () => heard.stops++);
      this.addEventListener('seeking', () => {
        heard.began = this.currentTime;
        [isNew, last] = [false, NaN];
      });
      this.addEventListener('timeupdate', () => {
        if (this.currentTime > last) heard.moved += this.currentTime - last;
        last = this.seeking ? NaN : this.currentTime;
      });
    }
  };
}

/** In the page: whether there is something to hear, and it goes on. */
function isSounding(): boolean {
  const { sound, moved } = (window as unknown as { heard: ListenedSound }).heard;
  return !!sound && moved > 0.5 && (sound.webkitAudioDecodedByteCount ?? 1) > 0;
}

/** Somebody who listens: what they can do, by its words in one language, and what they hear. */
export class Listener {
  readonly page: Page;
  readonly t: TFunction;
  readonly title: string;
  /** Of the session, in the list. */
  readonly card: Locator;
  readonly bar: Locator;
  /** All of the player. */
  readonly full: Locator;
  readonly slider: Locator;

  private constructor(page: Page, locale: Language) {
    this.page = page;
    this.t = speaker(locale);
    this.title = titles[locale]!;
    this.card = page.getByRole('article', { name: this.title });
    this.bar = page.getByRole('region', { name: this.t('cabinet:player.label') });
    this.full = page.getByRole('dialog', { name: this.title });
    this.slider = this.full.getByRole('slider');
  }

  /** Somebody in this page, before anything is open in it. */
  static async of(page: Page, locale: Language = 'en'): Promise<Listener> {
    await page.addInitScript(followSound);
    return new Listener(page, locale);
  }

  /** The button of the bar that does this. */
  button(does: 'play' | 'pause' | 'again' | 'close'): Locator {
    return this.bar.getByRole('button', { name: this.t(`cabinet:player.${does}`), exact: true });
  }

  /** Plays the session from the list, which opens all of the player, and leaves it in the bar. */
  async press(): Promise<void> {
    await this.card.getByRole('button').first().click(); // its heart comes after
    await this.minimise();
  }

  async minimise(): Promise<void> {
    await expect(this.full).toBeVisible();
    await this.page.keyboard.press('Escape');
    await expect(this.full).toHaveCount(0);
  }

  async openFull(): Promise<void> {
    await this.bar.getByRole('button', { name: this.t('cabinet:player.open', { title: this.title }) }).click();
    await expect(this.full).toBeVisible();
  }

  /** It sounds, and goes on by itself. */
  async expectToSound(): Promise<void> {
    await this.page.evaluate(() => ((window as unknown as { heard: ListenedSound }).heard.moved = 0));
    await this.page.waitForFunction(isSounding, undefined, { timeout: makingTime });
  }

  /** Where the sound is. */
  async second(): Promise<number> {
    return (await this.heard()).sound;
  }

  /** It sounds, and has begun to there: a page with much to do notices a moment later that it sounds. */
  async expectToHaveBegunAt(second: number): Promise<void> {
    await this.expectToSound();
    const { began } = await this.heard();
    expect(began).toBeGreaterThanOrEqual(second);
    expect(began).toBeLessThan(second + 3);
  }

  /** Pauses; resolves to the second that the server has been told. */
  async pause(): Promise<number> {
    await this.button('pause').click();
    await expect(this.button('play')).toBeVisible();
    const second = await this.second();
    const readPosition = async () => (await askSession(this.page.context())).positionSeconds;
    await expect.poll(async () => Math.abs((await readPosition()) - second)).toBeLessThan(2);
    return readPosition();
  }

  /** How often the sound has stopped since the page was loaded. */
  async stops(): Promise<number> {
    return (await this.heard()).stops;
  }

  private heard(): Promise<{ sound: number; began: number; stops: number }> {
    return this.page.evaluate(() => {
      const { sound, began, stops } = (window as unknown as { heard: ListenedSound }).heard;
      return { sound: sound?.currentTime ?? 0, began: began ?? -1, stops };
    });
  }
}

/** What the API answers the user of this browser. */
export async function ask<Reply>(
  context: BrowserContext,
  method: 'GET' | 'POST',
  path: string,
  locale: Language = 'en',
): Promise<Reply> {
  const headers = { Authorization: `Bearer ${await accessTokenOf(context)}`, 'Accept-Language': locale };
  const response = await context.request.fetch(`/api/v1${path}`, { method, headers });
  expect(response.ok(), path).toBe(true);
  return (await response.json()) as Reply;
}

/** The session as the API has it for the user of this browser. */
export const askSession = (context: BrowserContext): Promise<ContentItem> =>
  ask<ContentItem>(context, 'GET', `/content/${played.id}/`);

/** Resolves when all of the sound is there. */
export async function waitForSound(context: BrowserContext): Promise<void> {
  const { audioUrl } = await askSession(context);
  const headers = { Range: 'bytes=-1' };
  const readLast = async () => (await context.request.get(audioUrl, { headers, timeout: makingTime })).status();
  await expect.poll(readLast, { timeout: makingTime }).toBe(206);
}

export async function accessTokenOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find(({ name }) => name === 'authToken')!.value;
}

/** Whose log-in it is that this browser has. */
export async function claimsOf(context: BrowserContext) {
  const claims = readAccessToken(serverKeys.accessToken, await accessTokenOf(context));
  if (claims === null || claims === 'outdated') throw new Error('Nobody is logged in');
  return claims;
}
