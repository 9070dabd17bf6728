import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardPage } from '../../../web/pages/cabinet/DashboardPage.tsx';
import { SessionsPage } from '../../../web/pages/cabinet/SessionsPage.tsx';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));

const heading = page.getByRole('heading', { level: 1 });
const link = (name: string) => page.getByRole('main').getByRole('link', { name });

test('the sessions greet who gave a name', async () => {
  showCabinet(<SessionsPage />);
  await expect.element(heading).toHaveTextContent('Ana, the library opens soon');
});

test('the sessions need no name', async () => {
  showCabinet(<SessionsPage />, { user: { firstName: '' } });
  await expect.element(heading).toHaveTextContent('The library opens soon');
});

test('the dashboard leads to the sessions', async () => {
  showCabinet(<DashboardPage />, { path: '/cabinet/dashboard', locale: 'es' });
  await expect.element(link('Ir a mis sesiones')).toHaveAttribute('href', '/cabinet/sessions');
});
