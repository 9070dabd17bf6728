import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Select } from '../../../web/ui/Select.tsx';
import { show } from './show.tsx';

const statuses = ['Not Started', 'In Progress', 'Finished'] as const;
const topics = [
  { value: 'sleep', title: 'Sleep' },
  { value: 'stress', title: 'Stress' },
  { value: 'joy', title: 'Joy' },
] as const;

interface Look {
  readonly clearable?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

function showSingle(look: Look = {}) {
  const chosen: (string | null)[] = [];
  function Single() {
    const [value, setValue] = useState<string | null>(null);
    const onChange = (next: string | null) => {
      chosen.push(next);
      setValue(next);
    };
    return <Select label="Status" options={statuses} value={value} onChange={onChange} {...look} />;
  }
  show(<Single />);
  return chosen;
}

function showMultiple(look: Look & { readonly value?: readonly string[] } = {}) {
  const { value: first = [], ...rest } = look;
  const chosen: (readonly string[])[] = [];
  function Multiple() {
    const [value, setValue] = useState<readonly string[]>(first);
    const onChange = (next: readonly string[]) => {
      chosen.push(next);
      setValue(next);
    };
    return <Select multiple label="Topics" options={topics} value={value} onChange={onChange} {...rest} />;
  }
  show(<Multiple />);
  return chosen;
}

const control = page.getByRole('combobox');
const option = (name: string) => page.getByRole('option', { name });
const chip = (name: string) => page.getByRole('button', { name: `Remove ${name}` });

describe('a single select', () => {
  test('has its label as its name, and the translated placeholder', async () => {
    showSingle();
    await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Select');
  });

  test('may have a placeholder of its own', async () => {
    showSingle({ placeholder: 'Any status' });
    await expect.element(control).toHaveTextContent('Any status');
  });

  test('takes plain values as their own titles', async () => {
    const chosen = showSingle();
    await control.click();
    await option('In Progress').click();
    await expect.element(control).toHaveTextContent('In Progress');
    expect(chosen).toEqual(['In Progress']);
  });

  test('is used with the keyboard alone', async () => {
    const chosen = showSingle();
    (control.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(option('Not Started')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(option('In Progress')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(control).toHaveTextContent('In Progress');
    await expect.element(control).toHaveFocus();
    expect(chosen).toEqual(['In Progress']);
  });

  test('closes with Escape and stays as it was', async () => {
    const chosen = showSingle();
    await control.click();
    await expect.element(option('Finished')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(option('Finished')).not.toBeInTheDocument();
    expect(chosen).toEqual([]);
  });

  test('can be cleared where that is allowed', async () => {
    const chosen = showSingle({ clearable: true });
    const clear = page.getByRole('button', { name: 'Clear Status' });
    await expect.element(clear).not.toBeInTheDocument();
    await control.click();
    await option('Finished').click();
    await clear.click();
    await expect.element(control).toHaveTextContent('Select');
    await expect.element(control).toHaveFocus();
    expect(chosen).toEqual(['Finished', null]);
  });

  test('does not open while disabled', async () => {
    showSingle({ disabled: true });
    (control.element() as HTMLElement).click();
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  });
});

describe('a multiple select', () => {
  test('shows what is chosen as chips with their titles and stays open', async () => {
    const chosen = showMultiple();
    await control.click();
    await option('Joy').click();
    await option('Sleep').click();
    await expect.element(chip('Joy')).toBeInTheDocument();
    await expect.element(chip('Sleep')).toBeInTheDocument();
    expect(chosen).toEqual([['joy'], ['sleep', 'joy']]);
  });

  test('takes a value out by its chip', async () => {
    const chosen = showMultiple({ value: ['sleep', 'joy'] });
    await chip('Sleep').click();
    await expect.element(chip('Sleep')).not.toBeInTheDocument();
    await expect.element(control).toHaveFocus();
    expect(chosen).toEqual([['joy']]);
  });

  test('takes a value out by its option', async () => {
    const chosen = showMultiple({ value: ['sleep', 'joy'] });
    await control.click();
    await option('Joy').click();
    await expect.poll(() => chosen).toEqual([['sleep']]);
  });

  test('is cleared as a whole', async () => {
    const chosen = showMultiple({ value: ['sleep', 'joy'], clearable: true });
    await page.getByRole('button', { name: 'Clear Topics' }).click();
    await expect.element(control).toHaveTextContent('Select');
    expect(chosen).toEqual([[]]);
  });

  test('is used with the keyboard alone', async () => {
    const chosen = showMultiple();
    (control.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(option('Sleep')).toHaveFocus();
    await userEvent.keyboard('{Enter}{ArrowDown}');
    await expect.element(option('Stress')).toHaveFocus();
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.poll(() => chosen.at(-1)).toEqual(['sleep', 'stress']);
  });
});

test('an open select brings no style element, which the Content-Security-Policy forbids', async () => {
  showSingle();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect.element(page.getByRole('option', { name: 'Finished' })).toBeVisible();
  const styles = Array.from(document.querySelectorAll('style'), ({ textContent }) => textContent);
  expect(styles.filter((style) => style.includes('base-ui'))).toEqual([]);
});
