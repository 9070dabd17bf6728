import { html, type Html } from '../../../api/platform/html.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { InvoiceDetails } from '../actions.ts';
import { taxIdTypes } from '../billing/tax.ts';
import type { CardProblem } from './card-form.ts';
import { renderCountries } from './checkout-page.ts';
import { renderTextField, type InputField } from './text-field.ts';
import { pageWords } from './words.ts';

interface DetailsForm {
  readonly language: Language;
  readonly path: string;
  readonly problem: CardProblem | undefined;
}

/** Who invoices are for: an address and a tax number. */
export function renderDetails(details: InvoiceDetails, { language, path, problem }: DetailsForm): Html {
  const { checkout, portal } = pageWords[language];
  const { title, line1, postalCode, city, kind, none, number, save } = portal.details;
  const wrong = problem?.field === 'taxId' ? problem.message : null;
  const kinds = taxIdTypes.map(
    (type) =>
      html`<option value="${type}" ${type === details.taxIdType ? html`selected` : ''}>
        ${portal.taxIds[type] ?? type}
      </option> `,
  );
  const field = (name: keyof InvoiceDetails, about: Omit<InputField, 'name' | 'value'>) =>
    renderTextField({ ...about, name, value: details[name] });
  return html`<section class="card">
    <h2>${title}</h2>
    <form method="post" action="${path}/details" novalidate>
      ${field('line1', { label: line1, autocomplete: 'address-line1' })}
      <div class="pair">
        ${field('postalCode', { label: postalCode, autocomplete: 'postal-code' })}
        ${field('city', { label: city, autocomplete: 'address-level2' })}
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
      ${field('taxId', { label: number, autocomplete: 'off', wrong })}
      <button class="second">${save}</button>
    </form>
  </section>`;
}
