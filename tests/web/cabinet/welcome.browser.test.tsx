import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { painted } from '../ui/show.tsx';
import { player, rain } from './fake-listening.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/content.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));
vi.mock('../../../web/pages/cabinet/player/player.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));

const dialog = page.getByRole('dialog');
const enter = (options = {}) => showCabinet(<button type="button">The page</button>, { isFirst: true, ...options });
const seen = () => localStorage.getItem('welcomeModalSeen');

beforeEach(() => {
  localStorage.clear();
  player.close();
});

/** Long enough for the code of the dialog to come, were it wanted. */
async function settled(): Promise<void> {
  await import('../../../web/pages/cabinet/welcome/WelcomeDialog.tsx');
  await painted();
}

test('a member is welcomed once: by name, with what they can begin with, which a tap plays', async () => {
  enter();
  await expect.element(page.getByRole('dialog', { name: 'Good to have you here, Ana' })).toBeVisible();
  expect(seen()).toBe('true');
  const play = page.getByRole('button', { name: 'Play “Rain on the roof”' });
  await expect.element(play).toHaveFocus();
  await play.click();
  await expect.element(page.getByRole('dialog', { name: 'Rain on the roof' })).toBeVisible();
  await expect.element(play).not.toBeInTheDocument();
  expect(player.view().item?.id).toBe(rain.id);
  player.close();
  enter({ path: '/cabinet/dashboard' });
  await settled();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Escape closes the welcome', async () => {
  enter({ locale: 'es', user: { firstName: '' } });
  await expect.element(page.getByRole('dialog', { name: 'Qué bien que estés aquí' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([
  ['pays', { path: '/cabinet/payment' }],
  ['unsubscribes', { path: '/cabinet/email-unsubscribe' }],
  ['has no access', { user: { accessTo: null } }],
])('a member who %s is not welcomed yet', async (_, options) => {
  enter(options);
  await settled();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(seen()).toBeNull();
});

test('a member who is listening is not disturbed', async () => {
  player.play(rain);
  enter();
  await settled();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(seen()).toBeNull();
});
