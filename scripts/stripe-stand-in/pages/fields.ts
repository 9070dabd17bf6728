import { html, type Html } from '../../../api/platform/html.ts';
import { languageTag } from '../../../engine/model.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { FormField } from '../actions/pay-result.ts';
import { countries } from '../billing/tax.ts';
import { pageWords } from './words.ts';

/** Why a form was not taken, at a field or as a whole (null). */
export interface FormProblem {
  readonly field: FormField | null;
  readonly message: string;
}

/** What is wrong with a field; null where nothing is. */
export function wrongAt(field: string, problem: FormProblem | null): string | null {
  return problem?.field === field ? problem.message : null;
}

interface TextField {
  /** Of the field in the form, and its id in the page. */
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'text';
  readonly hint?: string;
  readonly wrong?: string | null;
}

/** A line to write into, and below it a hint, or what is wrong with it. */
export function renderTextField(field: TextField): Html {
  const { name, label, value = '', autocomplete, inputMode = 'text', hint, wrong = null } = field;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${inputMode}"
      maxlength="100"
      ${wrong === null && hint ? html`aria-describedby="${name}-note"` : describe(name, wrong)}
    />
    ${wrong === null && hint ? html`<p id="${name}-note" class="hint">${hint}</p>` : renderWrong(name, wrong)}
  </div>`;
}

interface SelectField {
  readonly name: string;
  readonly label: string;
  readonly none: string;
  readonly chosen: string | null;
  /** By their values. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly wrong?: string | null;
}

/** Something to choose. */
export function renderSelect({ name, label, none, chosen, options, wrong = null }: SelectField): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" autocomplete="${name === 'country' ? name : 'off'}" ${describe(name, wrong)}>
      <option value="">${none}</option>
      ${options.map(
        ([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option> `,
      )}
    </select>
    ${renderWrong(name, wrong)}
  </div>`;
}

/** The countries that the stand-in knows, by their names. */
export function renderCountries(language: Language, chosen: string | null, wrong: string | null = null): Html {
  const { country: label, choose: none } = pageWords[language].checkout.tax;
  const names = new Intl.DisplayNames(languageTag(language), { type: 'region' });
  const options = countries.map((each) => [each, names.of(each) ?? each] as const);
  return renderSelect({ name: 'country', label, none, chosen, options, wrong });
}

function describe(name: string, wrong: string | null): Html {
  return wrong === null ? html`` : html`aria-describedby="${name}-note" aria-invalid="true" autofocus`;
}

function renderWrong(name: string, wrong: string | null): Html {
  return wrong === null ? html`` : html`<p id="${name}-note" class="problem" role="alert">${wrong}</p>`;
}

/** The bank's question (3-D Secure): the person confirms, or refuses. */
export function renderQuestion(page: { language: Language; path: string; text: string }): Html {
  const { language, path, text } = page;
  const { title, confirm, refuse } = pageWords[language].authentication;
  return html`<h1>${title}</h1>
    <p>${text}</p>
    <form method="post" action="${path}/authentication">
      <button name="answer" value="confirm">${confirm}</button>
      <button class="second" name="answer" value="refuse">${refuse}</button>
    </form>`;
}
