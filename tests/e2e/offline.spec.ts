import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { speaker } from './speaker.ts';

test.use({ serviceWorkers: 'allow' });

const desktop = { width: 1280, height: 800 };

/** The names of what is kept of users in this browser. */
const stored = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /^(?:answers|audio)-/.test(name)).sort());

/** The paths of what is kept under such a name. */
const storedIn = (page: Page, name: string) =>
  page.evaluate(async (kind) => {
    const found = (await caches.keys()).find((each) => each.startsWith(kind));
    const requests = found === undefined ? [] : await (await caches.open(found)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  }, name);

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title });

/** Plays the session, in the bar. */
async function play(page: Page, title: string): Promise<void> {
  await card(page, title)
    .getByRole('button', { name: /^(?:Play|Continue)/ })
    .click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: title })).toHaveCount(0);
}

const sound = /\/audio\/[\w-]+\/$/;

/** Sound for every session at once: to make it would take the server its time. */
async function giveSound(context: BrowserContext): Promise<void> {
  const body = quietWave(60);
  await context.route(sound, (route) => route.fulfill({ body, contentType: 'audio/wav' }));
}

test('a member listens while offline, and leaves nothing behind for the next one', async ({ page, context }) => {
  await giveSound(context);
  await enterAsMember(context);
  await buyPlan(context, 'lifetime');
  await page.addInitScript(() => localStorage.setItem('welcomeModalSeen', 'true'));
  await page.clock.install();
  await page.goto('/cabinet/sessions');
  await expect(card(page, 'Sinking slowly')).toBeVisible();
  await page.clock.runFor(4_000);
  await expect.poll(() => storedIn(page, 'answers-')).toContain('/api/v1/users/me/');

  const [known, unknown] = ['Sinking slowly', 'Awake at three'];
  const answer = page.waitForResponse((response) => response.url().endsWith('/content/sinking-slowly/'));
  await play(page, known);
  const { audioUrl } = (await (await answer).json()) as { audioUrl: string };
  await expect(card(page, known)).toContainText('min left'); // it really plays: the server knows
  await page.clock.runFor(31_000);
  await expect(card(page, known)).toContainText('On this device');
  await expect.poll(() => storedIn(page, 'answers-')).toContain('/api/v1/content/sinking-slowly/');

  await context.unroute(sound);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You’re offline. You can still play')).toBeVisible();
  await play(page, known);
  await expect(card(page, known)).toContainText('Playing');
  const part = await page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { Range: 'bytes=100-199' } });
    return [response.status, response.headers.get('Content-Range'), (await response.blob()).size];
  }, audioUrl);
  expect(part).toEqual([206, 'bytes 100-199/480044', 100]);
  await play(page, unknown);
  await expect(page.getByText('You’re offline. We’ll save your place').first()).toBeAttached();

  await context.setOffline(false);
  const before = await stored(page);
  expect(before).toHaveLength(2);
  await page.goto('about:blank'); // the page would notice the user, and reload itself
  await enterAsMember(context);
  await page.goto('/cabinet/sessions');
  await expect(page).toHaveURL(/\/cabinet\/payment$/);
  await expect.poll(async () => (await stored(page)).map((name) => before.includes(name))).toEqual([false]);
  await context.setOffline(true);
  expect(await page.evaluate((url) => fetch(url).catch(String), audioUrl)).toContain('Failed to fetch');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => stored(page)).toEqual([]);
});

test('a member signs out offline at once, and the server learns of it when the connection is back', async ({
  page,
  context,
}) => {
  await page.setViewportSize(desktop);
  const { accessToken } = await enterAsMember(context);
  await page.goto('/cabinet/payment-error');
  await page.reload(); // from now on with the workers
  const scopes = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations();
      return all.filter(({ active }) => active?.state === 'activated').map(({ scope }) => new URL(scope).pathname);
    });
  await expect.poll(async () => (await scopes()).sort()).toEqual(['/', '/cabinet']);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('You’re signed out on this device.').first()).toBeVisible();
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await expect(signIn).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('authToken');
  await page.reload();
  await expect(signIn).toBeVisible();
  await page.goto('/cabinet/sessions').catch(() => undefined); // sent on by the page itself
  await expect(page).toHaveURL(/\/login$/);
  await expect(signIn).toBeVisible();

  const me = async () => {
    const headers = { Authorization: `Bearer ${accessToken}` };
    return (await context.request.get('/api/v1/users/me/', { headers })).status();
  };
  await context.setOffline(false);
  await expect.poll(me).toBe(401);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('logout:'))))
    .toEqual([]);
});

for (const locale of ['en', 'es'] as const) {
  test(`what a member chooses stays on the device until they remove it, in ${locale}`, async ({ page, context }) => {
    const t = speaker(locale);
    const titles = { en: 'Before you go in', es: 'Antes de entrar' };
    const title = titles[locale];
    const buttons = (does: 'save' | 'remove', size = '') => t(`cabinet:offline.buttons.${does}`, { title, size });
    if (locale === 'es') await page.setViewportSize(desktop); // once each is enough
    await giveSound(context);
    await enterAsMember(context, locale);
    await buyPlan(context, 'lifetime');
    await page.goto('/cabinet/sessions?category=breathing');
    await card(page, title)
      .getByRole('button', { name: buttons('save') })
      .press('Enter');
    await expect(card(page, title).getByRole('button', { name: buttons('remove') })).toBeFocused();
    await expect(card(page, title)).toContainText(t('cabinet:sessions.card.saved'));
    await expect.poll(() => storedIn(page, 'answers-')).toContain('/api/v1/content/before-you-go-in/');

    await page.goto('/cabinet/dashboard');
    const list = page.getByRole('region', { name: t('cabinet:offline.list.title') });
    await expect(list.getByRole('listitem')).toContainText([title]);
    await expect(list).toContainText(locale === 'en' ? '1 session takes 0.5 MB' : '1 sesión ocupa 0,5 MB');
    await expectAccessible(page, 'the list of what is on this device');
    await expect.poll(() => storedIn(page, 'answers-')).toContain('/api/v1/dashboard/');
    await context.unroute(sound);
    await context.setOffline(true);
    await page.reload();
    await expect(list.getByRole('listitem')).toContainText([title]);
    await list
      .getByRole('button', { name: new RegExp(`, ${title}, `) })
      .first()
      .click();
    await page.getByRole('dialog', { name: title }).press('Escape');
    await expect(list.getByRole('button', { name: t('cabinet:sessions.card.pause', { title }) })).toBeVisible();
    await list.getByRole('button', { name: buttons('remove') }).press('Enter');
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    expect(await storedIn(page, 'audio-')).not.toContain('/offline/audio/before-you-go-in');
  });
}

test('what was chosen and doesn’t arrive says so, stays chosen, and comes when it is asked for', async ({
  page,
  context,
}) => {
  const title = 'Before you go in';
  const button = (name: string) => card(page, title).getByRole('button', { name: `${name}, ${title}` });
  await giveSound(context);
  await enterAsMember(context);
  await buyPlan(context, 'lifetime');
  await page.goto('/cabinet/sessions?category=breathing');
  await button('Save on this device').click();
  await expect(button('Remove from this device')).toBeVisible();
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('audio-'))!;
    await (await caches.open(name)).delete('/offline/audio/before-you-go-in'); // as on its way
  });
  let refused = 0;
  await context.route(sound, (route) => {
    refused += 1;
    return route.fulfill({ status: 500 });
  });
  await page.reload();
  await expect.poll(() => refused).toBe(1);
  await expect(button('Not on this device yet')).toHaveAttribute('data-state', 'missing');
  await context.unroute(sound);
  await giveSound(context);
  await button('Not on this device yet').click();
  await expect(button('Remove from this device')).toBeVisible();
});

/** So many seconds of silence as a WAV file: 8 bits, one channel. */
function quietWave(seconds: number): Buffer {
  const samplesPerSecond = 8_000;
  const samples = seconds * samplesPerSecond;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}
