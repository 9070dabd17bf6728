import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReportsPage } from '../../../web/pages/cabinet/reports/ReportsPage.tsx';
import { stopTimers, timerSet } from '../ui/timers.ts';
import { outage } from './fake-account.ts';
import { showCabinet } from './show-cabinet.tsx';

const { reports } = vi.hoisted(() => ({ reports: { list: vi.fn(), read: vi.fn() } }));
vi.mock('../../../web/session/account.ts', () => import('./fake-account.ts'));
vi.mock('../../../web/pages/cabinet/reports/report-calls.ts', () => ({ reports }));
const saved = vi.hoisted(() => [] as { readonly content: Blob; readonly name: string }[]);
vi.mock('../../../web/pages/cabinet/browser.ts', () => ({
  saveFile: (content: Blob, name: string) => void saved.push({ content, name }),
}));

const quizzes = [
  { id: 'sleep-issues', path: '/sleep-issues', name: 'Sleep issues', visits: 1234 },
  { id: 'self-confidence', path: '/self-confidence', name: 'Self-confidence', visits: 1 },
];
const css = '.report { color: rgb(1, 2, 3) } #scroll { overflow-x: auto } .wide { width: 4000px; height: 20px }';
const reportSaying = (words: string) => ({
  css,
  body: `<div class="report"><p>${words}</p>
    <details id="days"><summary id="summary">Days</summary><p>Every day</p></details>
    <div id="scroll" role="region" aria-label="Flow" tabindex="0"><div class="wide"></div></div></div>`,
  madeAt: '2026-11-21T12:00:00.000Z',
});

beforeEach(() => {
  saved.length = 0;
  reports.list.mockReset().mockResolvedValue(quizzes);
  reports.read.mockReset().mockResolvedValue(reportSaying('10 visits'));
});

const showReports = (query = '', options: object = {}) =>
  showCabinet(<ReportsPage />, { path: `/cabinet/reports${query}`, user: { role: 'analyst' }, ...options });
/** What the browser does when the network is back: the report is asked for again at once. */
const refresh = () => window.dispatchEvent(new Event('online'));
const asked = () => reports.read.mock.lastCall![0] as object;
const inTheReport = (words: string) => page.getByText(words, { exact: true });

describe('the page of reports', () => {
  test('shows the first quiz with a style sheet of its own, and says from when it is', async () => {
    showReports();
    await expect.element(inTheReport('10 visits')).toHaveStyle({ color: 'rgb(1, 2, 3)' });
    await expect.element(page.getByText(/^Live, as of \d+:00:00/)).toBeVisible();
    expect(asked()).toEqual({ funnel: 'sleep-issues', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  test('has links that lead to its parts', async () => {
    const part = '<section id="report-days" tabindex="-1" style="margin-top: 3000px">Day by day</section>';
    const body = `<div class="report"><a href="#report-days">To the days</a>${part}</div>`;
    reports.read.mockResolvedValue({ ...reportSaying(''), body });
    showReports();
    await page.getByRole('link', { name: 'To the days' }).click();
    await expect.element(inTheReport('Day by day')).toBeInViewport();
    expect(inTheReport('Day by day').element().matches(':focus')).toBe(true);
  });

  test('is plain HTML where a script can make no style sheet, as in Safari 16.1', async () => {
    const { adoptedStyleSheets } = Object.getOwnPropertyDescriptors(ShadowRoot.prototype);
    Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets');
    vi.stubGlobal('CSSStyleSheet', undefined);
    onTestFinished(() => {
      Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', adoptedStyleSheets);
      vi.unstubAllGlobals();
    });
    showReports();
    await expect.element(inTheReport('10 visits')).toBeVisible();
  });

  test('stays as it was read when it is refreshed: unfolded, scrolled, and with the focus where it was', async () => {
    showReports();
    await page.getByText('Days', { exact: true }).click();
    const region = page.getByRole('region', { name: 'Flow' });
    region.element().scrollLeft = 300;
    (page.getByText('Days', { exact: true }).element() as HTMLElement).focus();
    reports.read.mockResolvedValue(reportSaying('11 visits'));
    refresh();
    await expect.element(inTheReport('11 visits')).toBeVisible();
    await expect.element(page.getByText('Every day')).toBeVisible();
    expect(region.element().scrollLeft).toBe(300);
    const { shadowRoot } = document.activeElement!;
    expect(shadowRoot!.activeElement!.id).toBe('summary');
  });

  test('the list of quizzes tells as many visits as the report beside it', async () => {
    showReports();
    await expect.element(page.getByText('Sleep issues (1,234 visits)')).toBeVisible();
    reports.list.mockResolvedValue([{ ...quizzes[0]!, visits: 1235 }]);
    refresh();
    await expect.element(page.getByText('Sleep issues (1,235 visits)')).toBeVisible();
  });

  test('keeps what it has where a refresh fails, and says why it is not from now', async () => {
    showReports();
    await expect.element(inTheReport('10 visits')).toBeVisible();
    reports.read.mockRejectedValueOnce(outage);
    refresh();
    await expect.element(page.getByText(/it couldn’t be refreshed\. We are back in a minute\./)).toBeVisible();
    await expect.element(inTheReport('10 visits')).toBeVisible();
    refresh();
    await expect.element(page.getByText(/^Live, as of/)).toBeVisible();
  });

  test('says what is wrong where nothing can be shown, and tries again', async () => {
    reports.read.mockRejectedValueOnce(outage);
    showReports();
    await expect.element(page.getByRole('alert')).toHaveTextContent('We are back in a minute.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(inTheReport('10 visits')).toBeVisible();
  });

  test('says so too where the quizzes can not be listed', async () => {
    reports.list.mockRejectedValueOnce(outage);
    showReports();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(inTheReport('10 visits')).toBeVisible();
  });

  test('takes its choice from the address, and asks again when it is changed', async () => {
    showReports('?quiz=self-confidence&period=all&by=locale');
    await expect.element(inTheReport('10 visits')).toBeVisible();
    expect(asked()).toEqual({ funnel: 'self-confidence', by: 'locale' });
    await page.getByRole('combobox', { name: 'Quiz' }).click();
    await page.getByRole('option', { name: 'Sleep issues (1,234 visits)' }).click();
    await expect.poll(asked).toEqual({ funnel: 'sleep-issues', by: 'locale' });
  });

  test('takes days of one’s own, and not the wrong way round', async () => {
    showReports('?period=own&from=2026-11-02');
    await expect.element(inTheReport('10 visits')).toBeVisible();
    expect(asked()).toEqual({ funnel: 'sleep-issues', from: '2026-11-02' });
    await page.getByLabelText('Last day').fill('2026-11-01');
    await expect.element(page.getByText('The last day is before the first one.')).toBeVisible();
    expect(reports.read).toHaveBeenCalledTimes(1);
    await page.getByLabelText('Last day').fill('2026-11-03');
    await expect.poll(asked).toEqual({ funnel: 'sleep-issues', from: '2026-11-02', to: '2026-11-03' });
  });

  test('is saved as a file that needs nothing else', async () => {
    showReports('', { locale: 'es' });
    await page.getByRole('button', { name: 'Guardar como archivo' }).click();
    expect(saved[0]!.name).toBe('report-sleep-issues-2026-11-21.html');
    const file = await saved[0]!.content.text();
    expect(file).toMatch(/^<!doctype html>\n<html lang="es"><head><meta charset="utf-8">/);
    expect(file).toContain('<title>Informe: Sleep issues</title>');
    expect(file).toContain(`<style>${css}</style>`);
    expect(file).toContain('<main><h1>Informe: Sleep issues</h1><div class="report"><p>10 visits</p>');
  });

  test('is worked by the keyboard alone', async () => {
    showReports();
    await expect.element(inTheReport('10 visits')).toBeVisible();
    (page.getByRole('button', { name: 'Save as a file' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText('Every day')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement!.shadowRoot!.activeElement!.id).toBe('scroll');
  });
});

test('a report is asked for again after 15 seconds, while the page is looked at', async () => {
  stopTimers();
  showReports();
  await expect.element(inTheReport('10 visits')).toBeVisible();
  await timerSet(15_000, 2); // one for the list of quizzes, one for the report
  await vi.advanceTimersByTimeAsync(14_999);
  expect(reports.read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(reports.read).toHaveBeenCalledTimes(2);
});
