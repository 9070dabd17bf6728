import { fireEvent, userEvent } from 'storybook/test';
import type { Answer, Screen } from '../../engine/model.ts';

/** Puts an answer in and goes on, as a visitor would; without an answer, just goes on. Right or wrong is all the same. */
export async function putIn(page: HTMLElement, screen: Screen, answer: Answer | undefined): Promise<void> {
  const rows = rowsOf(page);
  if (rows.length > 0) {
    for (const value of asList(answer)) await userEvent.click(rows[valuesOf(screen).indexOf(value)]!);
  } else if (answer !== undefined) await write(fieldOf(page)!, answer);
  // Choosing one row goes on by itself; all else has a button.
  const button = page.querySelector<HTMLElement>('button[type="submit"], button[data-tap="next"]');
  if (button) await userEvent.click(button);
}

/** The answer that the step's control shows as given; nothing where none is. A slider always shows one. */
export function answerShown(page: HTMLElement, screen: Screen): Answer | undefined {
  const rows = rowsOf(page);
  const chosen = valuesOf(screen).filter((_, index) => isChosen(rows[index]!));
  if ('choose' in screen) return chosen.length > 0 ? (chosen as string[]) : undefined;
  if (rows.length > 0) return chosen[0];
  const written = fieldOf(page)?.value;
  if (!written) return undefined;
  return 'step' in screen ? Number(written.replace(',', '.')) : written;
}

/** What the rows of a choice or the points of a scale stand for, in their order; none for other controls. */
function valuesOf(screen: Screen): readonly (string | number)[] {
  if ('options' in screen) return screen.options.map(({ key }) => key);
  if (!('input' in screen) || screen.input !== 'scale') return [];
  const count = Math.round((screen.max - screen.min) / screen.step) + 1;
  return Array.from({ length: count }, (_, index) => Number((screen.min + index * screen.step).toPrecision(12)));
}

function rowsOf(page: HTMLElement): readonly HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[role="radio"], input[type="checkbox"]')];
}

function isChosen(row: HTMLElement): boolean {
  return row instanceof HTMLInputElement ? row.checked : row.ariaChecked === 'true';
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldOf(page: HTMLElement): Field | null {
  return page.querySelector<Field>('input, textarea');
}

async function write(field: Field, answer: Answer): Promise<void> {
  if (field.type === 'range' || field.type === 'date')
    await fireEvent.change(field, { target: { value: String(answer) } });
  else {
    await userEvent.clear(field);
    await userEvent.type(field, String(answer));
  }
}

function asList(answer: Answer | undefined): readonly (string | number)[] {
  if (answer === undefined) return [];
  return typeof answer === 'object' ? answer : [answer];
}
