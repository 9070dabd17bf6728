import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { content } from '../../../web/pages/cabinet/content.ts';
import { SessionsPage } from '../../../web/pages/cabinet/sessions/SessionsPage.tsx';
import { saveWelcomed } from '../../../web/pages/cabinet/welcome/Welcome.tsx';
import { painted } from '../ui/show.tsx';
import { stopTimers, timerSet } from '../ui/timers.ts';
import { ana, changeUser, pending } from './fake-account.ts';
import { serveLibrary } from './fake-library.ts';
import { item, items } from './library-items.ts';
import { endAccess, payments } from './profile-payments.ts';
import { showCabinet } from './show-cabinet.tsx';

vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/payments.ts', () => import('./profile-payments.ts'));
vi.mock('../../../web/pages/cabinet/player/player.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));
vi.mock('../../../web/pages/cabinet/player/full-player.ts', async (real) => ({
  ...(await real<object>()),
  ...(await import('./fake-listening.ts')),
}));

const main = page.getByRole('main');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const control = (name: string) => main.getByRole('combobox', { name });
const option = (name: string) => page.getByRole('option', { name });
const cards = main.getByRole('article').getByRole('article');
const field = main.getByRole('searchbox', { name: 'Search sessions' });
const found = main.getByRole('status').filter({ hasText: /sessions?$/ });
const query = page.getByTestId('query');
const problem = (code: string, status: number) =>
  Response.json({ status, code, title: code, detail: 'No.' }, { status });

const Query = () => <data data-testid="query">{useLocation().search}</data>;
const showSessions = (path = '/cabinet/sessions', options = {}) =>
  showCabinet(
    <>
      <SessionsPage />
      <Query />
    </>,
    { path, ...options },
  );

beforeEach(() => void saveWelcomed());

describe('the page', () => {
  test('greets who gave a name', async () => {
    serveLibrary(items(1));
    showSessions();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Take a moment, Ana');
  });

  test('counts in the words of the specification, also in Spanish and for members without a name', async () => {
    serveLibrary([item('a', { status: 'finished' }), item('b'), item('c')]);
    showSessions('/cabinet/sessions', { locale: 'es', user: { firstName: '' } });
    const totals = main.getByRole('region', { name: 'Progreso' });
    await expect.element(totals).toHaveTextContent('Total 3Completadas 1Disponibles 2Progreso 33 %');
    await expect.element(totals.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 de 3 completadas, 33 %');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Un respiro para ti');
  });

  test('begins every line of the totals with a word', async () => {
    await page.viewport(320, 640);
    serveLibrary(items(3));
    showSessions('/cabinet/sessions', { locale: 'es' });
    const totals = main.getByRole('region', { name: 'Progreso' });
    await expect.element(totals.getByText('Progreso')).toBeVisible();
    const leftOf = (word: string) => Math.round(totals.getByText(word).element().getBoundingClientRect().left);
    expect(leftOf('Progreso')).toBe(leftOf('Total'));
  });

  test('offers to go on with what is in progress', async () => {
    const next = item('s2', { status: 'in_progress', positionSeconds: 900 });
    serveLibrary(items(3), { next });
    showSessions();
    const place = main.getByRole('region', { name: 'Continue listening' });
    await place.getByRole('button', { name: 'Continue, Title of s2, 10 minutes left' }).click();
    await expect.element(place.getByRole('button', { name: 'Pause, Title of s2' })).toHaveFocus();
    await content.finish('s2');
    await expect.element(place).not.toBeInTheDocument();
  });

  test('offers nothing to begin with above a list that begins with it, nor above what was searched for', async () => {
    serveLibrary(items(3), { next: item('s1') });
    const { leave } = showSessions();
    await expect.element(cards.first()).toBeVisible();
    const place = main.getByRole('region', { name: 'A good place to start' });
    await expect.element(place).not.toBeInTheDocument();
    leave();
    showSessions('/cabinet/sessions?search=s2');
    await expect.element(found).toHaveTextContent('1 session');
    await expect.element(place).not.toBeInTheDocument();
  });

  test('leads to the payment once access has ended', async () => {
    const library = serveLibrary(items(30));
    const seen = showSessions();
    await expect.element(cards.first()).toBeVisible();
    library.answerNext(problem('no_access', 403));
    endAccess();
    await button('Show more').click();
    await expect.poll(() => seen.path).toBe('/cabinet/payment');
  });

  test('stays where access has been renewed while the page was open', async () => {
    serveLibrary(items(3));
    const seen = showSessions();
    await expect.element(cards.first()).toBeVisible();
    payments.reloadUser.mockClear().mockImplementationOnce(async () => changeUser({ accessTo: ana.accessTo }));
    changeUser({ accessTo: new Date('2020-01-01T00:00:00Z') });
    await expect.poll(() => payments.reloadUser.mock.calls.length).toBe(1);
    await painted();
    expect(seen.path).toBe('/cabinet/sessions');
  });
});

describe('filters', () => {
  test('are asked for with repeated parameters, and kept in the address', async () => {
    const { queries } = serveLibrary(items(3));
    showSessions();
    await expect.element(found).toHaveTextContent('3 sessions');
    await button('Filters').click();
    await control('Categories').click();
    await option('Sleep').click();
    await option('Stress').click();
    await userEvent.keyboard('{Escape}');
    await control('Voice').click();
    await option('Marta').click();
    await control('Status').click();
    await option('In Progress').click();
    await expect.element(found).toHaveTextContent('0 sessions');
    await expect.element(query).toHaveTextContent('?status=in_progress&category=sleep&category=stress&voice=marta');
    expect(new URLSearchParams(queries.at(-1)).getAll('category')).toEqual(['sleep', 'stress']);
    await expect.element(control('Status')).toHaveFocus();
    await button('Filters (4)').click();
    expect(page.getByRole('combobox').elements()).toEqual([]);
  });

  test('have a shortcut to the categories: a tap on each chooses it, and another one takes it out', async () => {
    serveLibrary(items(3));
    showSessions();
    const chips = main.getByRole('group', { name: 'Categories' });
    await chips.getByRole('button', { name: 'Sleep' }).click();
    await chips.getByRole('button', { name: 'Stress' }).click();
    await expect.element(query).toHaveTextContent('?category=sleep&category=stress');
    await expect.element(chips.getByRole('button', { name: 'Sleep' })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button('Filters (2)')).toHaveAttribute('aria-expanded', 'false');
    await chips.getByRole('button', { name: 'Sleep' }).click();
    await expect.element(query).toHaveTextContent('?category=stress');
  });

  test('lie open where the address has one that is not to be seen otherwise', async () => {
    serveLibrary(items(3));
    showSessions('/cabinet/sessions?voice=marta');
    await expect.element(control('Voice')).toBeVisible();
  });

  test('come from the address, as chips that can be taken out, and go all at once', async () => {
    const { queries } = serveLibrary(items(3));
    showSessions('/cabinet/sessions?category=sleep&category=stress&search=s2');
    await expect.element(field).toHaveValue('s2');
    await button('Filters (2)').click();
    await button('Remove Sleep').click();
    await expect.element(query).toHaveTextContent('?category=stress&search=s2');
    await expect.element(found).toHaveTextContent('1 session');
    await button('Clear all filters').click();
    await expect.element(found).toHaveTextContent('3 sessions');
    await expect.element(found).toHaveFocus();
    await expect.element(field).toHaveValue('');
    await expect.element(query).toBeEmptyDOMElement();
    expect(queries.map((each) => new URLSearchParams(each).getAll('category').join())).toEqual([
      'sleep,stress',
      'stress',
      '',
    ]);
  });

  test('leave the old list, dimmed, until the new one is here', async () => {
    const library = serveLibrary([item('a', { status: 'finished' }), item('b')]);
    showSessions();
    await expect.element(cards.nth(1)).toBeVisible();
    const answer = pending();
    library.answerNext(answer.promise.then(() => problem('internal', 500)));
    await button('Filters').click();
    await control('Status').click();
    await option('Finished').click();
    await expect.element(main.getByRole('list').last()).toHaveAttribute('aria-busy', 'true');
    expect(cards.elements()).toHaveLength(2);
    answer.succeed();
    await expect.element(main.getByRole('alert').filter({ hasText: 'The sessions didn’t load' })).toBeVisible();
    await button('Try again').click();
    await expect.element(found).toHaveTextContent('1 session');
  });
});

describe('the search', () => {
  test('waits until nothing more is typed', async () => {
    stopTimers();
    const { queries } = serveLibrary(items(12));
    showSessions();
    await expect.element(found).toHaveTextContent('12 sessions');
    await field.fill('s');
    await timerSet(250);
    vi.advanceTimersByTime(200);
    await field.fill('s12 ');
    await timerSet(250, 2);
    vi.advanceTimersByTime(249);
    await painted();
    expect(queries).toEqual(['?page=1']);
    vi.advanceTimersByTime(1);
    await expect.element(found).toHaveTextContent('1 session');
    expect(queries.slice(1)).toEqual(['?search=s12&page=1']);
    await expect.element(field).toHaveValue('s12 ');
  });

  test('does not wait for Enter, and is cleared by Escape and by its button', async () => {
    serveLibrary(items(12));
    showSessions();
    await field.fill('s12');
    await userEvent.keyboard('{Enter}');
    await expect.element(query).toHaveTextContent('?search=s12');
    await userEvent.keyboard('{Escape}');
    await expect.element(found).toHaveTextContent('12 sessions');
    await field.fill('s1');
    await button('Clear the search').click();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
  });

  test('that finds nothing says so and offers to clear it', async () => {
    serveLibrary(items(2));
    showSessions('/cabinet/sessions?search=zzz');
    await expect.element(page.getByRole('heading', { name: 'No session matches' })).toBeVisible();
    await main.getByRole('button', { name: 'Clear all filters' }).last().click();
    await expect.element(cards.nth(1)).toBeVisible();
    await expect.element(found).toHaveFocus();
  });
});

describe('the list', () => {
  test('shows where its cards will be, and then the cards', async () => {
    const library = serveLibrary(items(2));
    const answer = pending();
    library.answerNext(answer.promise.then(() => problem('internal', 500)));
    showSessions();
    await expect.element(main.getByText('Loading…')).toBeInTheDocument();
    answer.succeed();
    await expect.element(main.getByText('Loading…')).not.toBeInTheDocument();
    await button('Try again').click();
    await expect.element(cards.nth(1)).toBeVisible();
  });

  test('while offline says what can still be played, and comes by itself when the connection does', async () => {
    const library = serveLibrary(items(2));
    library.cut();
    showSessions();
    await expect.element(main.getByText('only the sessions saved on this device')).toBeVisible();
    library.mend();
    window.dispatchEvent(new Event('online'));
    await expect.element(cards.nth(1)).toBeVisible();
  });

  test('stands by week of the plan, and what is in none by category', async () => {
    serveLibrary([
      item('a', { week: 1, category: 'stress' }),
      item('b', { week: 1 }),
      item('c', { week: 3 }),
      item('d', { category: 'sleep' }),
      item('e', { category: 'stress' }),
    ]);
    showSessions();
    await expect.element(cards.nth(4)).toBeVisible();
    const headings = main.getByRole('region', { name: 'All sessions' }).getByRole('heading', { level: 3 });
    const titles = headings.elements().map((heading) => heading.textContent);
    expect(titles).toEqual(['Week 1 of your four weeks', 'Week 3 of your four weeks', 'Sleep', 'Stress']);
    const lists = main.getByRole('region', { name: 'All sessions' }).getByRole('list');
    expect(lists.elements().map((list) => list.children.length)).toEqual([2, 1, 1, 1]);
  });

  test('begins on the first screen of a small phone, below the banner', async () => {
    await page.viewport(360, 640);
    const library = [item('a', { week: 1 }), ...items(20)];
    serveLibrary(library, { next: item('a', { status: 'in_progress', positionSeconds: 900 }) });
    showSessions('/cabinet/sessions', { user: { emailVerified: false } });
    await expect.element(cards.first()).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Your email isn’t verified' })).toBeVisible();
    expect(cards.first().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  });

  test('begins in the upper third of a phone once the banner is closed', async () => {
    await page.viewport(390, 844);
    serveLibrary([item('a', { week: 1 }), ...items(20)], { next: item('a') });
    showSessions();
    await expect.element(cards.first()).toBeVisible();
    expect(cards.first().element().getBoundingClientRect().top).toBeLessThanOrEqual(300);
  });

  test('grows by a page, whose first card takes the focus', async () => {
    serveLibrary(items(30));
    showSessions();
    await button('Show more').click();
    await expect.element(button('Play, Title of s25, 25 minutes')).toHaveFocus();
    expect(cards.elements()).toHaveLength(30);
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });

  test('stays as it is where the next page cannot be loaded', async () => {
    const library = serveLibrary(items(30));
    showSessions();
    await expect.element(cards.first()).toBeVisible();
    library.answerNext(problem('internal', 500));
    await button('Show more').click();
    await expect.element(page.getByText('No.').first()).toBeVisible();
    expect(cards.elements()).toHaveLength(24);
    await expect.element(button('Show more')).toHaveFocus();
  });
});

const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'));

describe('a list that is looked at again', () => {
  test('is asked for with all of its pages, and stays where it cannot be loaded', async () => {
    const library = serveLibrary(items(30));
    showSessions();
    await button('Show more').click();
    await expect.element(cards.nth(29)).toBeVisible();
    lookAgain();
    await expect.poll(() => library.queries).toEqual(['?page=1', '?page=2', '?page=1', '?page=2']);
    library.answerNext(problem('internal', 500));
    lookAgain();
    await expect.poll(() => library.queries).toHaveLength(5);
    await painted();
    expect(cards.elements()).toHaveLength(30);
  });

  test('is not held up by a request that was lost while the phone slept', async () => {
    const library = serveLibrary(items(2));
    library.answerNext(new Promise(() => undefined));
    showSessions();
    await expect.poll(() => library.queries).toHaveLength(1);
    lookAgain();
    await expect.element(cards.nth(1)).toBeVisible();
  });
});

describe('a card', () => {
  test('says what there is to know of a session', async () => {
    serveLibrary([item('a', { status: 'in_progress', positionSeconds: 600 })]);
    showSessions();
    const card = main.getByRole('article', { name: 'Title of a' });
    for (const words of ['Sleep', 'Summary of a', '25 min', 'Marta', 'In Progress', '15 min left'])
      await expect.element(card.getByText(words, { exact: true })).toBeVisible();
  });

  test('has a line for each of its facts, also where nothing can be saved', async () => {
    serveLibrary([item('s1')]);
    showSessions();
    const card = cards.first();
    await expect.element(card.getByText('Not Started')).toBeVisible();
    expect(card.getByRole('button', { name: /Save/ }).query()).toBeNull();
    const facts = card.getByText('25 min').element().getBoundingClientRect();
    expect(card.getByText('Not Started').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(facts.bottom);
  });

  test('plays and pauses, and says so', async () => {
    serveLibrary(items(2));
    showSessions();
    await button('Play, Title of s2, 25 minutes').click();
    await expect.element(cards.nth(1)).toHaveTextContent('Playing');
    await button('Pause, Title of s2').click();
    await expect.element(button('Play, Title of s2, 25 minutes')).toHaveFocus();
    await expect.element(cards.nth(1)).toHaveTextContent('Not Started');
  });

  test('follows what the server has confirmed, and so do the totals', async () => {
    serveLibrary(items(2));
    showSessions();
    await expect.element(cards.nth(1)).toHaveTextContent('Not Started');
    await content.start('s2', { position: 900 });
    await expect.element(cards.nth(1)).toHaveTextContent('In Progress10 min left');
    await content.finish('s2');
    await expect.element(cards.nth(1)).toHaveTextContent('Finished');
    await expect
      .element(main.getByRole('region', { name: 'Progress' }))
      .toHaveTextContent('Completed 1Available 1Progress 50%');
  });

  test('of a session that is not on the list has the server count it once it is finished', async () => {
    const { queries } = serveLibrary(items(2));
    showSessions();
    await expect.element(cards.nth(1)).toBeVisible();
    await content.finish('elsewhere');
    await expect.poll(() => queries).toEqual(['?page=1', '?page=1']);
  });
});

test('the next member of this browser is shown nothing of the one before', async () => {
  const library = serveLibrary(items(2));
  const { leave } = showSessions();
  await expect.element(cards.nth(1)).toBeVisible();
  leave();
  library.cut();
  showSessions('/cabinet/sessions', { user: { id: 'ben' } });
  await expect.element(button('Try again')).toBeVisible();
  expect(cards.elements()).toEqual([]);
});
