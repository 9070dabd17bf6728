import { useLayoutEffect } from 'react';

/**
 * Tells React what was typed, ticked or moved in a step's fields before it heard the visitor, once it has taken them
 * over: by the events that it would have got, in the order of the changes. So no control has to know of it. To be called
 * by what is taken over together with the fields.
 */
export function useEarlyFields(): void {
  // After React's own work, and before whatever the visitor does next.
  useLayoutEffect(() => queueMicrotask(repeatChanges), []);
}

type Input = HTMLInputElement; // or a textarea, which has no more than that

const shownStep = '[data-step]';
const fieldsIn = (step: Element | null | undefined) => [...(step?.querySelectorAll<Input>('input,textarea') ?? [])];
const fieldsShown = () => fieldsIn(document.querySelector(shownStep));

function repeatChanges(): void {
  const early = globalThis.earlyChanges;
  globalThis.earlyChanges = undefined;
  if (!early) return;
  const [first] = early;
  const fieldsBefore = first ? fieldsIn(first.closest(shownStep)) : fieldsShown(); // React may have put others in their place
  const byLastChange = [...fieldsBefore].sort((one, other) => early.lastIndexOf(one) - early.lastIndexOf(other));
  const changes = byLastChange.filter(isChanged).map((field) => {
    const { value, checked } = field;
    return { field: () => fieldsShown()[fieldsBefore.indexOf(field)], value, checked };
  });
  for (const { field } of changes) undo(field());
  for (const { field, value, checked } of changes) redo(field(), { value, checked });
  if (early.some((each) => each instanceof HTMLFormElement)) send(document.querySelector(`${shownStep} form`));
}

function send(form: HTMLFormElement | null): void {
  form?.querySelector('[data-tapped]')?.removeAttribute('data-tapped'); // React knows nothing of it
  form?.requestSubmit();
}

const isBox = ({ type }: Input) => type === 'checkbox' || type === 'radio';

function isChanged(field: Input): boolean {
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** React hears only of what is not as it has last set it. */
function undo(field: Input | undefined): void {
  if (!field) return;
  if (isBox(field)) field.checked = field.defaultChecked;
  else field.value = field.defaultValue;
}

function redo(field: Input | undefined, { value, checked }: Pick<Input, 'value' | 'checked'>): void {
  if (!field) return;
  if (isBox(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field); // past React, which watches the field's own
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
