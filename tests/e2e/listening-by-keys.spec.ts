import { expect } from '@playwright/test';
import { expectSpoken } from './speaker.ts';
import { Listener } from './listener.ts';
import { enterAsMember, test } from './member.ts';
import { buyPlan } from './payment-visitor.ts';
import { tabTo } from './visitor.ts';

test('a session can be played with the keyboard alone, and all of it is said in Spanish', async ({ page, context }) => {
  const { keyboard } = page;
  await enterAsMember(context, 'es');
  await buyPlan(context, 'basic');
  const listener = await Listener.of(page, 'es');
  const { bar, card, full, slider, title } = listener;
  const t = (key: string, values = {}) => listener.t(`cabinet:${key}`, values);
  await page.goto('/cabinet/sessions?category=breathing');
  await expect(card).toBeVisible();
  await tabTo(page, 'a[href="#main"]');
  await keyboard.press('Enter');
  await tabTo(page, `article button[aria-label="${t('sessions.card.play', { title, count: 15 })}"]`);
  await keyboard.press('Enter');
  await expect(slider).toBeFocused();
  await listener.expectToSound();
  await listener.minimise();
  await expect(card.getByRole('button', { name: t('sessions.card.pause', { title }) })).toBeFocused();
  await keyboard.press('k');
  await expect(listener.button('play')).toBeVisible();
  await keyboard.press('k');
  await expect(listener.button('pause')).toBeVisible();

  await tabTo(page, `[aria-label="${t('player.open', { title })}"]`);
  await keyboard.press('Enter');
  await expect(slider).toBeFocused();
  await keyboard.press('PageUp');
  await keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^1 minuto \d+ segundos? de 15 minutos 0 segundos$/);
  await listener.expectToSound();
  expect(await listener.second()).toBeGreaterThan(65);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(full.getByRole('button', { name: t('player.play'), exact: true })).toBeFocused();
  const before = await listener.second();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect.poll(() => listener.second()).toBeGreaterThan(before + 13);
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(full.getByRole('radio', { name: '10 min' })).toBeFocused();

  await expect(full).toMatchAriaSnapshot(`
    - dialog "${title}":
      - button "${t('player.minimise')}"
      - button "${t('player.close')}"
      - heading "${title}" [level=2]
      - paragraph
      - slider "${t('player.seek')}"
      - button "${t('player.back')}"
      - button "${t('player.play')}"
      - button "${t('player.forward')}"
      - text: ${t('player.sleep')} ${t('player.sleep_left', { time: '10:00' })}
      - radiogroup "${t('player.sleep')}":
        - radio "10 min" [checked]
  `);
  await expectSpoken(page, 'es');
  await keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: t('player.open', { title }) })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(listener.button('close')).toBeFocused();
  await keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
