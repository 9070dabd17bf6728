import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardPage } from '../../../web/pages/cabinet/dashboard/DashboardPage.tsx';
import type { Dashboard } from '../../../web/pages/cabinet/content.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';
import { content, confirm, rain, setDashboard, waves } from './fake-listening.ts';
import { endAccess } from './profile-payments.ts';
import { outage } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('./profile-payments.ts'));
vi.mock('../../../web/pages/cabinet/content.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));
vi.mock('../../../web/pages/cabinet/player/player.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));
vi.mock('../../../web/pages/cabinet/player/full-player.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));

const showDashboard = (options = {}) => showCabinet(<DashboardPage />, { path: '/cabinet/dashboard', ...options });
const main = page.getByRole('main');
const part = (name: string) => page.getByRole('region', { name });
const heading = page.getByRole('heading', { level: 1 });
const plan: NonNullable<Dashboard['plan']> = {
  week: 2,
  weeks: 4,
  over: false,
  stage: 'begin',
  title: 'A quiet mind',
  focus: 'Thoughts slow down when the breath does.',
  practice: 'Listen once a day.',
  sessions: [waves],
};

describe('what to go on with', () => {
  test('is the session that was begun, at its place, until another one is', async () => {
    const begun = { ...waves, status: 'in_progress', positionSeconds: 600 } as const;
    setDashboard({ next: begun, plan });
    showDashboard();
    const card = part('Continue listening Sinking slowly');
    await expect.element(card.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '10 min left');
    await card.getByRole('button', { name: 'Continue, Sinking slowly, 10 minutes left' }).click();
    await expect.element(card.getByRole('button', { name: 'Pause, Sinking slowly' })).toBeVisible();
    await expect.element(part('A quiet mind').getByText('Playing')).toBeVisible();

    confirm({ ...begun, positionSeconds: 900 });
    expect(content.dashboard).toHaveBeenCalledTimes(1);
    setDashboard({ next: { ...rain, status: 'in_progress' } });
    confirm({ ...rain, status: 'in_progress' });
    await expect.element(part('Continue listening Rain on the roof')).toBeVisible();
  });

  test('is the first session of the week where nothing is begun, as the week beside it has it', async () => {
    setDashboard({ plan, recommended: [rain] });
    showDashboard();
    await expect.element(part(`Week ${plan.week} · start here Sinking slowly`)).toBeVisible();
    await expect.element(part('More for you')).toHaveTextContent('Rain on the roof');
  });

  test.each([
    ['over', { ...plan, over: true }],
    ['finished', { ...plan, sessions: [{ ...waves, status: 'finished' as const }] }],
  ])('is what suits best where the week is %s', async (_, week) => {
    setDashboard({ plan: week, recommended: [rain] });
    showDashboard();
    await expect.element(part('A good place to start Rain on the roof')).toBeVisible();
  });

  test('is, for a new member, what suits them best; and no zero is to be seen', async () => {
    showDashboard();
    await expect.element(heading).toHaveTextContent(/^Good .*, Ana$/);
    await expect.element(part('A good place to start Rain on the roof')).toBeVisible();
    await expect.element(part('Good ones to start with')).toHaveTextContent('Sinking slowly');
    await expect.element(part('What you’ve listened to')).toHaveTextContent('Once you');
    await expect.element(main).not.toHaveTextContent(/\b0\b/);
    await expect.element(main.getByRole('link')).toHaveAttribute('href', '/cabinet/sessions');
  });
});

describe('what was listened to', () => {
  const days = ['2026-11-20', '2026-11-21'].map((day, index) => ({ day, heardSeconds: index * 1200 }));

  test('is counted, and read out day by day', async () => {
    setDashboard({ streakDays: 1, heardSeconds: 72_000, finished: 3, days });
    showDashboard();
    const listened = part('What you’ve listened to');
    await expect.element(listened).toHaveTextContent('day in a row1minutes in total1,200sessions finished3');
    const items = listened.getByRole('listitem');
    await expect.element(items.nth(0)).toHaveTextContent('Friday: a day without listening');
    await expect.element(items.nth(1)).toHaveTextContent('Saturday: 20 minutes');
  });

  test.each([
    ['a minute', 60, 0, 70],
    ['an hour', 3600, 110, 160],
  ])('takes no more room than its bars need: %s', async (_name, heardSeconds, least, most) => {
    setDashboard({ heardSeconds, days: days.map((each) => ({ ...each, heardSeconds })) });
    showDashboard();
    const chart = main.getByRole('figure').getByRole('list');
    await expect.element(chart).toBeVisible();
    const { height } = chart.element().getBoundingClientRect();
    expect(height).toBeGreaterThan(least);
    expect(height).toBeLessThan(most);
  });

  test('is no reproach to members that have paused', async () => {
    setDashboard({ heardSeconds: 600, days });
    showDashboard();
    await expect.element(part('What you’ve listened to')).toHaveTextContent('Taking breaks is part of it.');
    await expect.element(main).not.toHaveTextContent('in a row');
  });
});

describe('the plan', () => {
  test('shows its week with its sessions', async () => {
    setDashboard({ plan });
    showDashboard();
    const week = part('Your four weeks · week 2 A quiet mind');
    await expect.element(week).toHaveTextContent('Thoughts slow down');
    await expect.element(week.getByRole('list', { name: 'This week’s sessions' })).toHaveTextContent('Sinking slowly');
  });

  test('that is walked through says what now', async () => {
    setDashboard({ plan: { ...plan, week: 4, over: true, stage: 'keep' } });
    showDashboard({ locale: 'es' });
    await expect.element(part('Has recorrido tus cuatro semanas')).toHaveTextContent('Aquí nada caduca.');
  });
});

describe('a dashboard that cannot be loaded', () => {
  test('says why and can be tried again; where it is known already, it stays', async () => {
    setDashboard({});
    content.dashboard.mockRejectedValueOnce(outage);
    showDashboard();
    await expect.element(main).toHaveTextContent('We are back in a minute.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(part('A good place to start Rain on the roof')).toBeVisible();
    content.dashboard.mockRejectedValueOnce(outage);
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => content.dashboard.mock.calls.length).toBe(3);
    await expect.element(part('A good place to start Rain on the roof')).toBeVisible();
  });

  test('as access has ended leads to the payment', async () => {
    setDashboard({});
    content.dashboard.mockRejectedValueOnce(new ApiProblem(403, { code: 'no_access' }));
    endAccess();
    const seen = showDashboard();
    await expect.poll(() => seen.path).toBe('/cabinet/payment');
  });
});

test('a new day begins while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 21, 23, 59, 50) });
  try {
    setDashboard({});
    showDashboard();
    await expect.element(heading).toHaveTextContent('Good to see you, Ana');
    expect(content.dashboard).toHaveBeenLastCalledWith('2026-11-21');
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => content.dashboard).toHaveBeenLastCalledWith('2026-11-22');
  } finally {
    vi.useRealTimers();
  }
});
