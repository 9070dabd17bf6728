import { brand } from '../../../content/brand.ts';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PageError } from '../../../web/pages/PageError.tsx';
import { PublicLayout } from '../../../web/layout/PublicLayout.tsx';
import { SiteContext, type Site } from '../../../web/site.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { ErrorBoundary } from '../../../web/ui/ErrorBoundary.tsx';
import { show } from './show.tsx';

const site: Site = {
  locales: ['en', 'es'],
  company: { name: 'Quiet Ltd', number: '42', address: '1 Hill Road', email: 'hello@quiet.example' },
  plans: [],
  home: '/sleep-issues',
  funnels: [
    { id: 'sleep', path: '/sleep-issues', storageKey: 'wizardSleepIssues', data: { en: '', es: '' } },
    { id: 'mood', path: '/mood', storageKey: 'wizardMood', data: { en: '' } },
  ],
  hosts: {},
};

interface Shown {
  readonly loggedIn?: boolean;
  readonly address?: string;
  readonly funnel?: string;
}

function showLayout({ loggedIn = false, address = '/', funnel }: Shown = {}) {
  const changes: string[] = [];
  show(
    <SiteContext value={site}>
      <MemoryRouter initialEntries={[address]}>
        <PublicLayout
          locale="en"
          loggedIn={loggedIn}
          path="/"
          funnel={funnel}
          onChangeLocale={(locale) => changes.push(locale)}
        >
          <p>The page</p>
        </PublicLayout>
      </MemoryRouter>
    </SiteContext>,
  );
  return changes;
}

const link = (name: string) => page.getByRole('link', { name, exact: true });

describe('the public layout', () => {
  test('offers each language as a link that works without a script', async () => {
    showLayout();
    await expect.element(link('Español')).toHaveAttribute('href', '?locale=es');
    await expect.element(link('Español')).toHaveAttribute('hreflang', 'es');
    await expect.element(link('Español')).toHaveAttribute('lang', 'es');
    await expect.element(link('English')).toHaveAttribute('aria-current', 'true');
    await expect.element(link('Español')).not.toHaveAttribute('aria-current');
  });

  test('offers no language that the quiz of the page, of its result or plan does not come in', async () => {
    showLayout({ address: '/results', funnel: 'mood' });
    await expect.element(page.getByText('The page')).toBeVisible();
    expect(page.getByRole('navigation').query()).toBeNull();
    showLayout({ address: '/results', funnel: 'sleep' });
    await expect.element(link('Español')).toBeVisible();
  });

  test('keeps the rest of the query in those links, for visitors that open one in another tab', async () => {
    showLayout({ address: '/sleep-issues?utm_source=spring&locale=en' });
    await expect.element(link('Español')).toHaveAttribute('href', '?utm_source=spring&locale=es');
  });

  test('section 9: a window of at most 768 px is a phone: languages are shortened there', async () => {
    showLayout();
    for (const [width, display] of [
      [768, 'none'],
      [769, 'block'],
    ] as const) {
      await page.viewport(width, 800);
      expect(getComputedStyle(page.getByText('pañol').element()).display).toBe(display);
    }
  });

  test('changes the language in place where a script runs', async () => {
    const changes = showLayout();
    await link('Español').click();
    expect(changes).toEqual(['es']);
  });

  test('takes the language on the screen too, which calls off a change that is under way', async () => {
    const changes = showLayout();
    await link('Español').click();
    await link('English').click();
    expect(changes).toEqual(['es', 'en']);
  });

  test('leads visitors to sign in', async () => {
    showLayout();
    await expect.element(link('Sign in')).toHaveAttribute('href', '/login');
  });

  test('leads members to the cabinet', async () => {
    showLayout({ loggedIn: true });
    await expect.element(link('My sessions')).toHaveAttribute('href', '/cabinet');
    await expect.element(link('Sign in')).not.toBeInTheDocument();
  });

  test('leads home by its logo, and keeps the quiz as short as it is', async () => {
    showLayout({ address: '/sleep-issues?utm_source=spring&stepsLimit=3' });
    await expect.element(link(`${brand.name}, home`)).toHaveAttribute('href', '/sleep-issues?stepsLimit=3');
  });

  test('leads home by its logo without a limit that is none', async () => {
    showLayout({ address: '/sleep-issues?stepsLimit=0' });
    await expect.element(link(`${brand.name}, home`)).toHaveAttribute('href', '/sleep-issues');
  });

  test('names the company in the footer', async () => {
    showLayout();
    const footer = page.getByRole('contentinfo');
    await expect.element(footer).toHaveTextContent('© Quiet Ltd');
    await expect.element(footer).toHaveTextContent('Company number 42 · 1 Hill Road');
    await expect.element(link('Contact us')).toHaveAttribute('href', 'mailto:hello@quiet.example');
  });
});

describe('a busy button', () => {
  test('keeps its name and does nothing', async () => {
    let presses = 0;
    show(
      <Button busy onClick={() => (presses += 1)}>
        Save
      </Button>,
    );
    const button = page.getByRole('button', { name: 'Save' });
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    (button.element() as HTMLElement).click();
    expect(presses).toBe(0);
  });
});

describe('a page that breaks', () => {
  test('leaves a way back in its place', async () => {
    showBroken('/login');
    await expect.element(page.getByRole('heading')).toHaveTextContent('The page didn’t load');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(link('Home')).toHaveAttribute('href', '/');
  });

  test('says that the answers are saved where there are some: in a quiz', async () => {
    const saved = page.getByText(/Your answers are saved on this device/);
    showBroken('/sleep-issues');
    await expect.element(saved).toBeVisible();
  });

  test('says so also in the place of the results, which a visitor who went offline has come to', async () => {
    showBroken('/results');
    await expect.element(page.getByText(/Your answers are saved on this device/)).toBeVisible();
  });

  test('tries again when the browser is online again, and says where that was of no use', async () => {
    let tries = 0;
    showBroken('/login', () => void tries++);
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByRole('status')).toHaveTextContent(/^This couldn’t be loaded\. Check/);
    expect(tries).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => tries).toBe(2);
  });

  test('says nothing of answers elsewhere', async () => {
    showBroken('/cabinet/profile');
    await expect.element(page.getByText('It’s usually a connection problem.', { exact: true })).toBeVisible();
  });
});

function showBroken(address: string, retry = () => undefined as void): void {
  show(
    <SiteContext value={site}>
      <MemoryRouter initialEntries={[address]}>
        <ErrorBoundary fallback={<PageError onRetry={retry} />}>
          <Broken />
        </ErrorBoundary>
      </MemoryRouter>
    </SiteContext>,
  );
}

function Broken(): never {
  throw new Error('broken on purpose');
}
