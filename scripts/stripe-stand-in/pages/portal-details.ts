import { html, type Html } from '../../../api/platform/html.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { InvoiceDetails } from '../actions.ts';
import { taxIdTypes } from '../billing/tax.ts';
import type { CardProblem } from './card-form.ts';
import { renderCountries } from './checkout-page.ts';
import { words } from './words.ts';

interface DetailsForm {
  readonly language: Language;
  readonly path: string;
  readonly problem: CardProblem | undefined;
}

/** Who invoices are for: an address and a tax number. */
export function renderDetails(details: InvoiceDetails, { language, path, problem }: DetailsForm): Html {
  const { checkout, portal } = words[language];
  const { title, line1, postalCode, city, kind, none, number, save } = portal.details;
  const wrong = problem?.field === 'taxId' ? problem.message : null;
  const kinds = taxIdTypes.map(
    (type) =>
      html`<option value="${type}" ${type === details.taxIdType ? html`selected` : ''}>
        ${portal.taxIds[type] ?? type}
      </option> `,
  );
  return html`<section class="card">
    <h2>${title}</h2>
    <form method="post" action="${path}/details" novalidate>
      ${renderText('line1', line1, { value: details.line1, autocomplete: 'address-line1' })}
      <div class="pair">
        ${renderText('postalCode', postalCode, { value: details.postalCode, autocomplete: 'postal-code' })}
        ${renderText('city', city, { value: details.city, autocomplete: 'address-level2' })}
      </div>
      <div class="field">
        ${renderCountries({
          language,
          label: checkout.tax.country,
          choose: checkout.tax.choose,
          country: details.country,
          wrong: null,
        })}
      </div>
      <div class="field">
        <label for="taxIdType">${kind}</label>
        <select id="taxIdType" name="taxIdType">
          <option value="">${none}</option>
          ${kinds}
        </select>
      </div>
      ${renderText('taxId', number, { value: details.taxId, autocomplete: 'off', wrong })}
      <button class="second">${save}</button>
    </form>
  </section>`;
}

interface TextField {
  readonly value: string;
  readonly autocomplete: string;
  /** What is wrong with it. */
  readonly wrong?: string | null;
}

function renderText(name: keyof InvoiceDetails, label: string, { value, autocomplete, wrong = null }: TextField): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="100"
      ${wrong === null ? '' : html`aria-invalid="true" aria-describedby="${name}-note" autofocus`}
    />
    ${wrong === null ? '' : html`<p id="${name}-note" class="problem" role="alert">${wrong}</p>`}
  </div>`;
}
