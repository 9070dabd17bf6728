import { expect, type Locator, type Page } from '@playwright/test';
import { realFunnel } from '../engine/author/real-funnels.ts';
import { holdScripts, openHeld } from './network.ts';
import { Listener } from './listener.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { explore } from './places.ts';
import { speaker } from './speaker.ts';
import { Visitor } from './visitor.ts';

/** Milliseconds between the two taps: those of fingers, and those that only `detail` still calls a double tap. */
const gaps = [60, 150, 260, 320, 400] as const;

interface Tapped {
  /** Clicks that came to the page, and those that anything in it may have acted on. */
  readonly came: number;
  readonly acted: number;
}

/** A finger that taps at times of its own: what the page is told of them does not depend on how busy the machine is. */
class Finger {
  private readonly page: Page;
  private at = 0;

  private constructor(page: Page) {
    this.page = page;
  }

  static async of(page: Page): Promise<Finger> {
    await page.addInitScript(() => {
      const tapped = { came: 0, acted: 0 };
      Object.assign(window, { tapped });
      addEventListener('click', () => (tapped.came += 1), true);
      addEventListener('click', () => (tapped.acted += 1));
    });
    return new Finger(page);
  }

  /** Taps this control, and once the screen has changed (default: the tap has come), the same place again, so many milliseconds after the first. */
  async tapTwice(control: Locator, gap: number, changed?: () => Promise<void>): Promise<Tapped> {
    await control.click({ trial: true }); // it is in view, and moves no more
    const { x, y, width, height } = (await control.boundingBox())!;
    const place = { x: x + width / 2, y: y + height / 2 };
    const before = await this.tapped();
    this.at = Math.max(this.at + 5, Date.now() / 1_000); // no double tap with an earlier one
    await this.tap(place, this.at);
    if (changed) await changed();
    else await expect.poll(async () => (await this.tapped()).came).toBe(before.came + 1);
    const { came } = await this.tapped();
    await this.tap({ x: place.x + 3, y: place.y - 3 }, this.at + gap / 1_000);
    await expect.poll(async () => (await this.tapped()).came).toBe(came + 1);
    const after = await this.tapped();
    return { came: after.came - before.came, acted: after.acted - before.acted };
  }

  private async tap(place: { x: number; y: number }, timestamp: number): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place], timestamp });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.03 });
    await session.detach();
  }

  private tapped(): Promise<Tapped> {
    return this.page.evaluate(() => ({ ...(window as unknown as { tapped: Tapped }).tapped }));
  }
}

const words = speaker('en');
const once = { came: 2, acted: 1 };
const twice = { came: 2, acted: 2 };
const isAt = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path);

/** The page at this path is on the screen, and nothing in it has the keyboard or is open. */
async function expectUntouched(page: Page, path: string): Promise<void> {
  await isAt(page, path);
  expect(await page.evaluate(() => document.activeElement?.matches('input, button, a, select'))).toBe(false);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('a double tap', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  for (const held of [true, false]) {
    test(`on Continue leads one step on, ${held ? 'before' : 'after'} the script has come`, async ({ page }) => {
      const visitor = new Visitor(page);
      const finger = await Finger.of(page);
      const release = held ? await holdScripts(page) : () => undefined;
      for (const gap of gaps) {
        if (held) await openHeld(page, '/daily-emotional-reset');
        else await page.goto('/daily-emotional-reset');
        if (!held) await expect(page.locator('html[data-ready]')).toHaveCount(1);
        await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
        const tapped = await finger.tapTwice(page.locator('[data-tap=next]'), gap, () =>
          expect(visitor.step).toHaveAttribute('data-step', 'morning_feel'),
        );
        expect(tapped, `${gap} ms`).toEqual(once);
        await expect(visitor.step).toHaveAttribute('data-step', 'morning_feel');
        await isAt(page, '/daily-emotional-reset');
        const answer = page.getByRole('radio').first();
        expect(
          await finger.tapTwice(answer, gap, () => expect(visitor.step).toHaveAttribute('data-step', 'inner_voice')),
          `${gap} ms`,
        ).toEqual(once);
        const back = await finger.tapTwice(visitor.back, gap, () =>
          expect(visitor.step).toHaveAttribute('data-step', 'morning_feel'),
        );
        expect(back, `Back, ${gap} ms`).toEqual(once);
        await expect(visitor.step).toHaveAttribute('data-step', 'morning_feel');
        await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
        await page.goto('/robots.txt');
      }
      release();
    });
  }

  test('on a link of the footer opens its page and touches nothing there, also before the script has come', async ({
    page,
  }) => {
    const finger = await Finger.of(page);
    const release = await holdScripts(page);
    await openHeld(page, '/login');
    const came = page.waitForEvent('framenavigated');
    const { acted } = await finger.tapTwice(page.locator('footer').getByRole('link').nth(1), 320, async () => {
      await came;
      await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
    });
    expect(acted).toBe(0); // those of the new document
    await isAt(page, '/privacy-policy');
    release();
  });

  test('in the members’ area opens one page', async ({ page, context }) => {
    const finger = await Finger.of(page);
    const listener = await Listener.of(page);
    const { email, password } = await enterAsMember(context);
    await buyPlan(context, 'basic');
    await context.clearCookies();
    await page.goto('/login');
    await expect(page.locator('html[data-ready]')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    const toSessions = () => page.getByRole('heading', { level: 1, name: words('cabinet:sessions.heading') }).waitFor();
    expect(await finger.tapTwice(page.locator('main form [type=submit]'), 320, toSessions)).toEqual(once);
    await expectUntouched(page, '/cabinet/sessions');

    const profile = page.getByRole('banner').getByRole('link', { name: 'Profile' }).first();
    const toProfile = () => page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    expect(await finger.tapTwice(profile, 260, toProfile)).toEqual(once); // the same link leads back from there
    await isAt(page, '/cabinet/profile');

    await page.getByRole('link', { name: words('cabinet:header.back_to_sessions') }).click();
    await listener.press();
    await listener.openFull();
    const forward = listener.full.getByRole('button', { name: words('cabinet:player.forward') });
    expect(await finger.tapTwice(forward, 60)).toEqual(twice); // 15 s each
  });
});

test.describe('a double tap', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('on the last step leads to the results, from there to the plan, and from there to the account', async ({
    page,
  }) => {
    const { funnel } = realFunnel('daily-emotional-reset');
    const last = funnel.steps.at(-1)!.id;
    const { visit, seed } = explore(funnel).places.find(({ step }) => step === last)!;
    const visitor = new Visitor(page);
    const finger = await Finger.of(page);
    for (const gap of gaps) {
      await page.goto('/robots.txt');
      await page.evaluate(
        ([saved, visitorSeed]) => {
          localStorage.setItem('visit:daily-emotional-reset', saved!);
          localStorage.setItem('visitorSeed', visitorSeed!);
        },
        [JSON.stringify(visit), JSON.stringify(seed)],
      );
      await page.goto('/daily-emotional-reset');
      await expect(visitor.step).toHaveAttribute('data-step', last);
      const seeResult = page.getByRole('button', { name: 'See my result' });
      const toResults = () =>
        page
          .getByRole('button', { name: words('results:next.continue') })
          .first()
          .waitFor();
      expect(await finger.tapTwice(seeResult, gap, toResults), `${gap} ms`).toEqual(once);
      await expectUntouched(page, '/results');
    }
    const results = page.getByRole('button', { name: words('results:next.continue') }).first();
    const toPlan = () => page.getByRole('heading', { level: 1, name: words('plan:heading') }).waitFor();
    expect(await finger.tapTwice(results, 320, toPlan)).toEqual(once);
    await expectUntouched(page, '/personalized-plan');
    await page.getByRole('radio').first().check(); // until a plan has been seen, the button leads to them
    const plan = page.getByRole('button', { name: words('plan:continue.button') }).first();
    const toAccount = () => page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await finger.tapTwice(plan, 320, toAccount)).toEqual(once);
    await expectUntouched(page, '/wizard-register');
  });
});

test('quick taps on a control that stays act each', async ({ page }) => {
  const { funnel } = realFunnel('nervous-system-overload');
  const { visit, seed } = explore(funnel).places.find(({ step }) => step === 'drains')!;
  const finger = await Finger.of(page);
  await page.goto('/robots.txt');
  await page.evaluate(
    ([saved, visitorSeed]) => {
      localStorage.setItem('visit:nervous-system-overload', saved!);
      localStorage.setItem('visitorSeed', visitorSeed!);
    },
    [JSON.stringify(visit), JSON.stringify(seed)],
  );
  await page.goto('/nervous-system-overload');
  const choice = page.getByRole('checkbox').first();
  expect(await finger.tapTwice(choice, 60, () => expect(choice).toBeChecked())).toEqual(twice);
  await expect(choice).not.toBeChecked();
});
