import { expect } from '@playwright/test';
import type { ContentItem, ContentList } from '../../schemas/api/content.ts';
import { ask, Listener, played, waitForSound } from './listener.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';

const spoken = (item: ContentItem): ContentItem => ({ ...item, speaker: 'Ada' });

/** In the page: another one is open in the browser, or the screen is off. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** In the page: counts no second down until `goOn`, however long the test takes to press a button. */
function holdSeconds(): void {
  const real = window.setTimeout.bind(window);
  const setTimeout = (act: () => void, milliseconds?: number) => (milliseconds === 1_000 ? 0 : real(act, milliseconds));
  Object.assign(window, { setTimeout, goOn: () => Object.assign(window, { setTimeout: real }) });
}

for (const locale of ['en', 'es'] as const) {
  test(`a session begins again, or the plan goes on, where the listener chooses that, in ${locale}`, async ({
    page,
    context,
  }) => {
    await enterAsMember(context, locale);
    await buyPlan(context, 'basic');
    const next = await ask<ContentItem>(context, 'GET', '/content/the-long-out-breath/', locale);
    await context.route('**/api/v1/dashboard/**', async (route) => {
      const response = await route.fetch();
      const plan = { week: 1, over: false, sessions: [next] };
      return route.fulfill({ response, json: { ...((await response.json()) as object), plan } });
    });
    await context.route(/\/api\/v1\/content\/(\?|before-you-go-in\/$)/, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as ContentItem | ContentList;
      return route.fulfill({
        response,
        json: 'items' in reply ? { ...reply, items: reply.items.map(spoken) } : spoken(reply),
      });
    });
    const listener = await Listener.of(page, locale);
    const speaker = listener.t('cabinet:sessions.card.speaker', { name: 'Ada' });
    const t = (key: string, values = {}) => listener.t(`cabinet:player.${key}`, values);
    await page.goto('/cabinet/sessions?category=breathing');
    await expect(listener.card).toContainText(speaker);
    await listener.press();
    await listener.expectToSound();
    await waitForSound(context);
    await listener.openFull();
    await expect(listener.full).toContainText(speaker);
    const ending = listener.full.getByRole('combobox', { name: t('ending') });
    await expect(ending).toHaveValue('stop');
    await ending.selectOption({ label: t('endings.repeat') });
    const toEnd = () => listener.slider.fill(String(played.seconds - 2));
    await toEnd();
    await expect.poll(() => listener.second()).toBeLessThan(10);
    await listener.expectToSound();

    await ending.selectOption({ label: t('endings.next') });
    await page.evaluate(holdSeconds);
    await toEnd();
    await expect(listener.full.getByRole('button', { name: t('stay') })).toBeVisible();
    await page.keyboard.press('Escape');
    await listener.bar.getByRole('button', { name: t('stay') }).click();
    await expect(listener.bar).toContainText(t('state.finished'));
    await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());

    await listener.button('again').click();
    await listener.expectToSound();
    await listener.openFull();
    // As with a phone in the pocket, in one language; in the other the countdown runs out on the screen.
    if (locale === 'es') await page.evaluate(hide);
    await toEnd();
    await expect(page.getByRole('dialog', { name: next.title })).toBeVisible();
    await listener.expectToSound();
  });
}
