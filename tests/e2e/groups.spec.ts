import { expect, test, type Page } from '@playwright/test';
import { caseFunnel } from './funnels-of-tests.ts';
import { slowSiteOf } from './slow-site.ts';
import { failOnErrors, Visitor } from './visitor.ts';

// A build takes long on a busy machine.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

const site = await slowSiteOf(() => caseFunnel('webinar'));
const url = `${site.url}/webinar`;
test.beforeEach(() => site.sendScripts());

/** The part of the screen that asks for a field. */
const fieldOf = (page: Page, field: string) => page.locator(`main [data-field="${field}"]`);
const fieldInFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']);
const expectOutcome = async (visitor: Visitor, title: string) => {
  await visitor.page.waitForURL('**/results');
  await expect(visitor.heading).toHaveText(title);
};

test('a visitor who taps is shown the first mistake, comes back to what was answered, and gets a seat', async ({
  page,
}) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  await visitor.open(url);
  await visitor.pass();
  await expect(visitor.progress).toHaveText('2/5');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => fieldInFocus(page)).toBe('trouble');
  await page.getByRole('radio', { name: 'My work' }).click();
  await page.getByRole('radio', { name: 'Late ones' }).click();
  await page.getByRole('checkbox', { name: 'I look at my phone' }).check();
  await fieldOf(page, 'in_bed').getByRole('textbox').fill('7');
  await fieldOf(page, 'slept').getByRole('textbox').fill('8');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText("You can't sleep longer than the 7 hours in bed.")).toBeVisible();
  await expect.poll(() => fieldInFocus(page)).toBe('slept');
  await fieldOf(page, 'slept').getByRole('textbox').fill('6');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(visitor.heading).toHaveText('Your seat');
  await expect(visitor.progress).toHaveText('3/3');

  await visitor.back.click();
  await expect(visitor.heading).toHaveText('Your nights');
  await expect(page.getByRole('radio', { name: 'Late ones' })).toBeChecked();
  await expect(fieldOf(page, 'slept').getByRole('textbox')).toHaveValue('6');
  await page.goForward();
  await expect(visitor.heading).toHaveText('Your seat');
  await page.reload();
  await expect(visitor.heading).toHaveText('Your seat');

  await fieldOf(page, 'name').getByRole('textbox').fill('Ana');
  await fieldOf(page, 'email').getByRole('textbox').fill('ana@example.com');
  await expect(fieldOf(page, 'phone')).toHaveCount(0);
  await fieldOf(page, 'terms').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Save my seat' }).click();
  await expectOutcome(visitor, 'Your seat is saved, Ana');
  expect(await visitor.savedEntry('wizardWebinar')).toMatchObject({ name: 'Ana', slept: 6, reminder: 'no' });
  expect(errors).toEqual([]);
});

test('with keys alone, in Spanish, a visitor is asked for what they ask for, and is reminded', async ({ page }) => {
  const errors = failOnErrors(page);
  const visitor = new Visitor(page);
  const { keyboard } = page;
  await visitor.open(`${url}?locale=es`);
  await page.getByRole('button', { name: 'Empezar' }).press('Enter');
  await expect(visitor.heading).toHaveText('Tus noches');
  await page.getByRole('radio').first().focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Me despierto de noche' })).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('8');
  await keyboard.press('Enter');
  await expect.poll(() => fieldInFocus(page)).toBe('slept');
  await keyboard.type('4');
  await keyboard.press('Enter');
  await expect(visitor.heading).toHaveText('Tu sitio');
  await fieldOf(page, 'name').getByRole('textbox').focus();
  await keyboard.type('Eva');
  await keyboard.press('Tab');
  await keyboard.type('eva@example.com');
  await fieldOf(page, 'reminder').getByRole('checkbox').press('Space');
  await expect(fieldOf(page, 'phone')).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.type('600 123 456');
  await keyboard.press('Enter');
  await expect.poll(() => fieldInFocus(page)).toBe('terms');
  await keyboard.press('Space');
  await page.getByRole('button', { name: 'Guardar mi sitio' }).press('Enter');
  await expectOutcome(visitor, 'Nos vemos allí, Eva');
  expect(await visitor.savedEntry('wizardWebinar')).toMatchObject({ phone: '+34600123456', reminder: 'yes' });
  expect(errors).toEqual([]);
});
