import { expect, test, type Page } from '@playwright/test';
import { caseFunnel } from './funnels-of-tests.ts';
import { slowSiteOf } from './slow-site.ts';
import { failOnErrors, Visitor } from './visitor.ts';

// A build takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const site = await slowSiteOf(() => caseFunnel('heard-of'));
const url = `${site.url}/heard-of`;

/** What the page sends to a call of the API. */
function sentTo(page: Page, call: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/api/v1/${call}/`)) sent.push(request.postData() ?? '');
  });
  return sent;
}

test('an option that is tapped before the script is there opens its field, and what is written in is recalled and no event', async ({
  page,
}) => {
  const errors = failOnErrors(page);
  const [events, leads] = [sentTo(page, 'events'), sentTo(page, 'leads')];
  const visitor = new Visitor(page);
  await visitor.open(url);
  await page.getByText('From somewhere else').click();
  await expect(page.getByRole('radio', { name: 'From somewhere else' })).toBeChecked();
  await expect(visitor.heading).toHaveText('How did you hear of us?');
  site.sendScripts();
  const where = page.getByRole('textbox', { name: 'Where was it?' });
  await expect(where).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You must fill this field.')).toBeVisible();
  await expect(where).toBeFocused();
  await where.fill('  A podcast: <b>Sleep</b> ');
  await where.press('Enter');
  await expect(visitor.heading).toHaveText('What helps you to wind down?');
  await visitor.back.click();
  await expect(where).toHaveValue('A podcast: <b>Sleep</b>');
  await page.reload();
  await expect(where).toHaveValue('A podcast: <b>Sleep</b>');
  await expect(where).not.toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('checkbox', { name: 'Music' }).check();
  await page.getByRole('checkbox', { name: 'Something else' }).check();
  const own = page.getByRole('textbox', { name: 'In your own words' });
  await expect(own).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You must fill this field.')).toBeVisible();
  await own.fill('My cat');
  await own.press('Enter');

  await page.getByRole('radio', { name: 'Something of my own' }).check();
  const goal = page.getByRole('textbox', { name: 'What is it?' });
  await expect(goal).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Why that?' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(goal).toBeFocused();
  await goal.fill('my choir');
  await page.getByRole('checkbox', { name: 'In the evening' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();

  await expect(visitor.heading).toHaveText('Shall we write to you about my choir?');
  await page.getByRole('textbox').fill('ana@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/results');
  await expect(page.getByText('By A podcast: <b>Sleep</b>, with Music and My cat, for my choir.')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => leads.join('')).toContain('other:A podcast: <b>Sleep</b>');
  await page.goto('about:blank');
  await expect.poll(() => events.join('')).toContain('"contact"');
  expect(events.join('')).toContain('"answer","source","other"');
  expect(events.join('')).not.toMatch(/podcast|My cat|choir/);
  expect(errors).toEqual([]);
});

test('with keys alone, in Spanish, a visitor writes in what isn’t there, or thinks better of it', async ({ page }) => {
  site.sendScripts();
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  const { keyboard } = page;
  await visitor.open(`${url}?locale=es`);
  await page.getByRole('radio').first().focus();
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'De otra forma' })).toBeFocused();
  await keyboard.press('Enter');
  const where = page.getByRole('textbox', { name: '¿Dónde fue?' });
  await expect(where).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await keyboard.type('En la radio, a las 3');
  await keyboard.press('Shift+Tab');
  await keyboard.press('1');
  await expect(visitor.heading).toHaveText('Gracias');
  await expect(page.getByText('Has llegado por Por una amistad.')).toBeVisible();
  await visitor.back.press('Enter');
  await expect(page.getByRole('radio', { name: 'Por una amistad' })).toBeChecked();
  await expect(where).toHaveCount(0);
  await page.getByRole('radio', { name: 'De otra forma' }).press('Space');
  await expect(where).toBeFocused();
  await keyboard.type('En la radio, a las 3');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(visitor.heading).toHaveText('¿Qué te ayuda a desconectar?');
  expect(await visitor.savedEntry('visit:heard-of')).toMatchObject({
    answers: { source: 'other:En la radio, a las 3' },
  });
  expect(errors).toEqual([]);
});
