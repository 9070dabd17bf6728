import { html, type Html } from '../../../api/platform/html.ts';

export interface InputField {
  /** Of the field in the form, and its id in the page. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'text';
  readonly hint?: string;
  /** What is wrong with it; null where nothing is. */
  readonly wrong?: string | null;
}

/** A line to write into, and below it a hint, or what is wrong with it. */
export function renderTextField(field: InputField): Html {
  const { name, label, value, autocomplete, inputMode = 'text', hint, wrong = null } = field;
  const note = renderNote(name, wrong ?? hint, wrong !== null);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${inputMode}"
      maxlength="100"
      ${note ? html`aria-describedby="${name}-note"` : ''}
      ${wrong === null ? '' : html`aria-invalid="true" autofocus`}
    />
    ${note ?? ''}
  </div>`;
}

function renderNote(name: string, text: string | undefined, isProblem: boolean): Html | null {
  if (text === undefined) return null;
  const attributes = isProblem ? html`class="problem" role="alert"` : html`class="hint"`;
  return html`<p id="${name}-note" ${attributes}>${text}</p>`;
}
