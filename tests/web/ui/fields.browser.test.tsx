import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showStep } from './quiz.tsx';
import {
  address,
  age,
  bedtime,
  birthday,
  cares,
  country,
  habits,
  height,
  hours,
  mobile,
  terms,
  week,
  weight,
  words,
} from './screens.ts';

const box = (name: string) => page.getByRole('checkbox', { name });
const goOn = () => page.getByRole('button', { name: 'Continue' }).click();
const unit = (name: string) => page.getByRole('radio', { name, exact: true });
const error = page.getByRole('alert');
const row = (name: string) => page.getByRole('radiogroup', { name });

describe('a multiple choice', () => {
  test('asks for at least one option, at the field', async () => {
    const { done } = showStep(habits);
    await goOn();
    await expect.element(error).toHaveTextContent('You must select at least one option.');
    await expect.element(box('Coffee')).toHaveFocus();
    await expect.element(box('Coffee')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(box('Coffee')).toHaveAccessibleDescription('You must select at least one option.');
    expect(done).toEqual([]);
  });

  test('takes its complaint back once something is chosen', async () => {
    const { done } = showStep(habits);
    await goOn();
    await box('Phone').click();
    await expect.element(error).toHaveTextContent('');
    await goOn();
    expect(done).toEqual([['answer', ['phone']]]);
  });

  test("answers in the funnel's order, whatever the order of the taps", async () => {
    const { done } = showStep(habits);
    await box('Work').click();
    await box('Coffee').click();
    await goOn();
    expect(done).toEqual([['answer', ['coffee', 'work']]]);
  });

  test('says at once when it is one too many', async () => {
    const { done } = showStep(habits);
    await expect.element(page.getByText('Choose up to 2')).toBeVisible();
    for (const name of ['Coffee', 'Phone', 'Work']) await box(name).click();
    await expect.element(error).toHaveTextContent('You can select 2 at most.');
    await goOn();
    expect(done).toEqual([]);
  });

  test('lets an exclusive option stand alone', async () => {
    showStep({ ...habits, answer: ['coffee', 'phone'] });
    await box('None of these').click();
    await expect.element(box('Coffee')).not.toBeChecked();
    await expect.element(box('None of these')).toBeChecked();
    await box('Work').click();
    await expect.element(box('None of these')).not.toBeChecked();
    await expect.element(box('Work')).toBeChecked();
  });

  test('is ticked with Space', async () => {
    showStep(habits);
    (box('Phone').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(box('Phone')).toBeChecked();
  });
});

describe('a number in one of several units', () => {
  beforeEach(() => sessionStorage.clear());

  test('is answered in its own, with limits in the one chosen', async () => {
    const { done } = showStep(weight);
    const input = page.getByRole('textbox', { name: weight.title });
    await expect.element(unit('kilograms')).toBeChecked();
    await input.fill('70');
    await unit('pounds').click();
    await expect.element(input).toHaveValue('154.3');
    await expect.element(input).toHaveAccessibleDescription('From 88.1 to 441 pounds');
    await input.fill('500');
    await goOn();
    await expect.element(error).toHaveTextContent('Enter 441 pounds or less.');
    await input.fill('150,5');
    await goOn();
    expect(done).toEqual([['answer', 68.3]]);
  });

  test('is metric where the browser names a language that is none', async () => {
    const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('C');
    onTestFinished(() => language.mockRestore());
    const { firstUnit: _, ...anyUnit } = weight;
    showStep(anyUnit);
    await expect.element(unit('kilograms')).toBeChecked();
  });

  test('is switched by the arrow keys, and stays switched for the next question', async () => {
    const { moveTo } = showStep(weight);
    (unit('kilograms').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(unit('pounds')).toBeChecked();
    await expect.element(unit('pounds')).toHaveFocus();
    moveTo({ ...height, firstUnit: 'centimeters' });
    await expect.element(unit('feet, inches')).toBeChecked();
  });

  test('can be feet and inches', async () => {
    const { done } = showStep(height);
    const [feet, inches] = ['feet', 'inches'].map((name) =>
      page.getByRole('textbox', { name: `${height.title} ${name}` }),
    );
    await feet!.fill('5');
    await inches!.fill('12');
    await goOn();
    await expect.element(error).toHaveTextContent('Enter a number, such as 4 feet.');
    await inches!.fill('7');
    await unit('centimeters').click();
    await expect.element(page.getByRole('textbox', { name: height.title })).toHaveValue('170');
    await goOn();
    expect(done).toEqual([['answer', 170]]);
  });
});

describe('a number to type', () => {
  const input = page.getByRole('textbox', { name: age.title });

  test.each([
    ['', 'You must fill this field.'],
    ['soon', 'Enter a number, such as 16.'],
    ['15', 'Enter 16 or more.'],
    ['120', 'Enter 99 or less.'],
    ['20.5', 'Enter a number in steps of 1, such as 17.'],
  ])('of "%s" is refused: %s', async (written, message) => {
    const { done } = showStep(age);
    await input.fill(written);
    await goOn();
    await expect.element(error).toHaveTextContent(message);
    await expect.element(input).toHaveFocus();
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    expect(done).toEqual([]);
  });

  test('is sent with Enter', async () => {
    const { done } = showStep(age);
    await input.fill('35');
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual([['answer', 35]]);
  });

  test('shows how it was read, and asks where two can be meant', async () => {
    const { done } = showStep({ ...age, min: 0, max: 50_000 });
    await input.fill('12,000.0');
    await userEvent.tab();
    await expect.element(input).toHaveValue('12,000');
    await input.fill('1.000');
    await goOn();
    await expect.element(error).toHaveTextContent('Enter a number, such as 1 or 1000.');
    await input.fill('1,000');
    await goOn();
    expect(done).toEqual([['answer', 1000]]);
  });

  test('may have a comma, and says its unit', async () => {
    const { done } = showStep({ ...hours, input: 'field' });
    await page.getByRole('textbox').fill('7,5');
    await expect.element(page.getByText('hours', { exact: true })).toBeVisible();
    await goOn();
    expect(done).toEqual([['answer', 7.5]]);
  });
});

describe('a slider', () => {
  const slider = page.getByRole('slider', { name: hours.title });

  test('has no answer until it is touched: Continue says that one is missing', async () => {
    const { done } = showStep(hours);
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'No answer yet');
    await goOn();
    await expect.element(error).toHaveTextContent('You must fill this field.');
    await expect.element(slider).toHaveFocus();
    expect(done).toEqual([]);
  });

  test('is answered from the middle by an arrow, with the unit', async () => {
    const { done } = showStep(hours);
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('7 hours', { exact: true })).toBeVisible();
    await goOn();
    expect(done).toEqual([['answer', 7]]);
  });

  test('is answered where it stands by a tap on its thumb', async () => {
    const { done } = showStep(hours);
    await slider.click();
    await expect.element(slider).toHaveAttribute('aria-valuetext', '6.5 hours');
    await goOn();
    expect(done).toEqual([['answer', 6.5]]);
  });
});

describe('an email address', () => {
  test.each([
    ['', 'You must fill this field.'],
    ['ana@', 'Enter an email address like name@example.com.'],
  ])('of "%s" is refused: %s', async (written, message) => {
    const { done } = showStep(address);
    await page.getByRole('textbox').fill(written);
    await goOn();
    await expect.element(error).toHaveTextContent(message);
    expect(done).toEqual([]);
  });

  test('is sent without the spaces around it', async () => {
    const { done } = showStep(address);
    await page.getByRole('textbox').fill(' ana@example.com ');
    await goOn();
    expect(done).toEqual([['answer', 'ana@example.com']]);
  });
});

test('a telephone number shows how it was read, and asks for the whole of it', async () => {
  const { done } = showStep(mobile);
  const input = page.getByRole('textbox', { name: mobile.title });
  await expect.element(input).toHaveAttribute('autocomplete', 'tel');
  await expect.element(input).toHaveAccessibleDescription('We put +34 in front, unless you begin with +.');
  await input.fill('600 12');
  await goOn();
  await expect.element(error).toHaveTextContent('Enter the whole number.');
  await input.fill('600 12 34 56');
  await userEvent.keyboard('{Tab}');
  await expect.element(input).toHaveValue('+34600123456');
  await goOn();
  expect(done).toEqual([['answer', '+34600123456']]);
});

test('a consent starts empty, must be ticked where that is said, and links to what it speaks of', async () => {
  const { done } = showStep(terms);
  const agree = page.getByRole('checkbox', { name: /^I agree to the terms +\(opens in a new tab\) ?\.$/ });
  await expect.element(agree).not.toBeChecked();
  await goOn();
  await expect.element(error).toHaveTextContent('Tick the box to go on.');
  await expect.element(agree).toHaveFocus();
  const link = page.getByRole('link', { name: /^terms +\(opens in a new tab\)$/ });
  await expect.element(link).toHaveAttribute('href', '/terms-of-service');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await userEvent.keyboard(' ');
  await goOn();
  expect(done).toEqual([['answer', 'yes']]);
});

test('a consent that is not needed is answered with no', async () => {
  const { done } = showStep({ ...terms, required: false });
  await goOn();
  expect(done).toEqual([['answer', 'no']]);
});

/** How far right its middle is. */
function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

describe('a matrix', () => {
  test.each([320, 900])('says which statements lack an answer, and goes to the first, at %i px', async (width) => {
    await page.viewport(width, 800);
    const { done } = showStep(week);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await row('I was tense').getByRole('radio', { name: 'Most days' }).click();
    await goOn();
    await expect.element(error).toHaveTextContent('Answer every statement to go on.');
    await expect.element(row('I slept well').getByRole('radio', { name: 'Never' })).toHaveFocus();
    await expect.element(row('I slept well')).toHaveAccessibleDescription('Choose an answer.');
    await expect.element(row('I was tense')).toHaveAttribute('aria-invalid', 'false');
    await userEvent.keyboard('{ArrowDown}{Tab} ');
    await goOn();
    expect(done).toEqual([['answer', ['r0.c2', 'r1.c1', 'r2.c0']]]);
  });

  test('as a table has the name of each column above its radios', async () => {
    await page.viewport(900, 800);
    showStep(week);
    await expect.element(row('I was tense')).toBeVisible();
    for (const { label } of week.columns) {
      const named = [...document.querySelectorAll('form [aria-hidden="true"] > span')];
      const name = named.find(({ textContent }) => textContent === label)!;
      const radio = row('I was tense').getByRole('radio', { name: label }).element();
      expect(middleOf(name), label).toBeCloseTo(middleOf(radio), -1);
    }
  });

  test('whose rows may be left out takes what is answered, and an answer back by choosing it again', async () => {
    const { done } = showStep({ ...week, required: false });
    const tense = (name: string) => row('I was tense').getByRole('radio', { name });
    await expect.element(row('I was tense')).toHaveAttribute('aria-required', 'false');
    await goOn();
    await tense('Most days').click();
    await tense('Never').click();
    await goOn();
    await tense('Never').click();
    await expect.element(tense('Never')).not.toBeChecked();
    await row('I slept well').getByRole('radio', { name: 'Never' }).click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row('I slept well').getByRole('radio', { name: 'On some days' })).toBeChecked();
    await userEvent.keyboard(' ');
    await expect.element(row('I slept well').getByRole('radio', { name: 'On some days' })).not.toBeChecked();
    await userEvent.keyboard(' ');
    await goOn();
    await expect.element(error).toHaveTextContent('');
    expect(done).toEqual([
      ['answer', []],
      ['answer', ['r0.c0']],
      ['answer', ['r1.c1']],
    ]);
  });
});

/** The place of each option, 0 without one. */
const places = () =>
  ['Sleep', 'Work', 'Family', 'Money'].map((name) => Number(box(name).element().dataset['place'] ?? 0));

describe('a rank', () => {
  const status = page.getByRole('status').last();
  test('gives places in the order of the taps, and the last one by itself', async () => {
    const { done } = showStep(cares);
    expect(places()).toEqual([0, 0, 0, 0]);
    for (const name of ['Family', 'Sleep', 'Money']) await box(name).click();
    expect(places()).toEqual([2, 4, 1, 3]);
    await box('Work').click(); // by who taps all of them
    expect(places()).toEqual([2, 4, 1, 3]);
    await box('Sleep').click();
    expect(places()).toEqual([0, 0, 1, 2]);
    await expect
      .element(page.getByRole('status').last())
      .toHaveTextContent('Money, place 2 of 4. Sleep, no place. Work, no place.');
    await box('Work').click();
    await goOn();
    expect(done).toEqual([['answer', ['family', 'money', 'work', 'sleep']]]);
  });

  test('is done by keys alone, says each place, and goes to what has none', async () => {
    const { done } = showStep(cares);
    box('Sleep').element().focus();
    await userEvent.keyboard(' {Tab}{Tab} ');
    await expect.element(status).toHaveTextContent('Family, place 2 of 4.');
    await expect.element(box('Family')).toHaveAccessibleDescription('place 2 of 4');
    await userEvent.keyboard('{Enter}');
    await expect.element(error).toHaveTextContent('Give each option a number to go on.');
    await expect.element(box('Work')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(status).toHaveTextContent('Work, place 3 of 4. Money, place 4 of 4.');
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual([['answer', ['sleep', 'family', 'work', 'money']]]);
  });

  test('shows the order that was given before', async () => {
    const { done } = showStep({ ...cares, answer: ['money', 'work', 'sleep', 'family'] });
    expect(places()).toEqual([3, 2, 4, 1]);
    await goOn();
    expect(done).toEqual([['answer', ['money', 'work', 'sleep', 'family']]]);
  });
});

describe('a text', () => {
  test('may stay empty where the author says so', async () => {
    const { done } = showStep(words);
    await expect.element(page.getByText('You can leave this empty.')).toBeVisible();
    await goOn();
    expect(done).toEqual([['answer', '']]);
  });
});

// A day has no role of its own, and the whole step has the same name.
const field = () => page.elementLocator(document.querySelector('input')!);

describe('a date', () => {
  test('is asked for in whole days, within its limits, in words', async () => {
    const { done } = showStep(birthday);
    await goOn();
    await expect.element(error).toHaveTextContent('Enter a complete date: day, month and year.');
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await field().fill('1899-12-31');
    await expect.element(error).toHaveTextContent('Enter January 1, 1900 or a later day.');
    await field().fill('2026-11-23');
    await expect.element(error).toHaveTextContent('Enter November 22, 2026 or an earlier day.');
    await goOn();
    expect(done).toEqual([]);
  });

  test('is typed or picked in a native control, and Enter goes on', async () => {
    const { done } = showStep(birthday);
    await expect.element(page.getByText('From January 1, 1900 to November 22, 2026')).toBeVisible();
    await expect.element(field()).toHaveAttribute('type', 'date');
    await expect.element(field()).toHaveAttribute('min', '1900-01-01');
    await field().fill('1990-04-05');
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual([['answer', '1990-04-05']]);
  });

  test('shows what was answered before', async () => {
    showStep({ ...birthday, answer: '1990-04-05' });
    await expect.element(field()).toHaveValue('1990-04-05');
  });
});

describe('a time of day', () => {
  test('is asked for in hours and minutes, over midnight, within its limits, in words', async () => {
    const { done } = showStep(bedtime);
    await expect.element(page.getByText('From 8:00 PM to 4:00 AM')).toBeVisible();
    await goOn();
    await expect.element(error).toHaveTextContent('Enter the whole time: hours and minutes.');
    await expect.element(field()).toHaveFocus();
    await field().fill('19:59');
    await expect.element(error).toHaveTextContent('Enter a time from 8:00 PM to 4:00 AM.');
    await goOn();
    expect(done).toEqual([]);
    await field().fill('00:30');
    await expect.element(error).toHaveTextContent(/^$/);
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual([['answer', '00:30']]);
  });

  test('is a native control, which shows what was answered before, and says no limits where there are none', async () => {
    showStep({ ...bedtime, min: '00:00', max: '23:59', answer: '23:30' });
    await expect.element(field()).toHaveAttribute('type', 'time');
    await expect.element(field()).toHaveValue('23:30');
    await expect.element(page.getByText('From', { exact: false })).not.toBeInTheDocument();
  });
});

describe('a question that may be left out', () => {
  const skip = page.getByRole('button', { name: 'Skip' });

  test.each([
    ['single choice', { ...country, type: 'single_choice' as const, options: country.options.slice(0, 3) }, ''],
    ['rank', cares, []],
    ['number', age, ''],
    ['time of day', bedtime, ''],
  ])('has a button for that: a %s', async (_type, screen, nothing) => {
    const { done } = showStep({ ...screen, optional: true });
    await skip.click();
    expect(done).toEqual([['answer', nothing]]);
  });

  test('is answered as any other', async () => {
    const { done } = showStep({ ...bedtime, optional: true });
    await field().fill('23:30');
    await goOn();
    expect(done).toEqual([['answer', '23:30']]);
  });

  test('has no such button where it has to be answered', async () => {
    showStep(bedtime);
    await expect.element(field()).toBeVisible();
    await expect.element(skip).not.toBeInTheDocument();
  });
});

describe('a select', () => {
  const input = page.getByRole('combobox', { name: 'Where do you live?' });
  const options = page.getByRole('option');

  test('is searched by typing, and answered by Enter on the first match', async () => {
    const { done } = showStep(country);
    expect(options.elements()).toHaveLength(300);
    await input.fill('espana');
    expect(options.elements().map(({ textContent }) => textContent)).toEqual(['España']);
    await expect.element(page.getByText('1 match', { exact: true })).toBeInTheDocument();
    await expect.element(input).toHaveAttribute('aria-activedescendant', options.element().id);
    await userEvent.keyboard('{Enter}');
    expect(done).toEqual([['answer', 'c2']]);
  });

  test('follows the arrow keys over both ends, in sight, and leaves the focus where the visitor types', async () => {
    const { done } = showStep(country);
    (input.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    const last = options.last().element();
    await expect.element(input).toHaveAttribute('aria-activedescendant', last.id);
    const list = page.getByRole('listbox').element().getBoundingClientRect();
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(done).toEqual([['answer', 'c1']]);
    await expect.element(input).toHaveFocus();
  });

  test('says when nothing matches, and Escape shows all again', async () => {
    showStep(country);
    await input.fill('atlantis');
    await expect.element(page.getByText('Nothing here matches “atlantis”.', { exact: false })).toBeVisible();
    await userEvent.keyboard('{Enter}{Escape}');
    expect(options.elements()).toHaveLength(300);
  });

  test('is answered by a tap, and shows what was chosen before', async () => {
    const { done } = showStep({ ...country, answer: 'c200' });
    await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('Country 196');
    expect(page.getByRole('listbox').element().scrollTop).toBeGreaterThan(1_000);
    await page.getByRole('option', { name: 'Argentina' }).click();
    expect(done).toEqual([['answer', 'c0']]);
  });
});
