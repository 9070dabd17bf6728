import { html, type Html } from '../../../api/platform/html.ts';
import type { CardField, CardInput, FormField } from '../actions.ts';
import { renderTextField, type InputField } from './text-field.ts';
import type { PageWords } from './words/page-words.ts';

/** Why a form was not taken, at a field or as a whole. */
export interface CardProblem {
  readonly field: FormField | null;
  readonly message: string;
}

interface CardForm {
  /** Where it is posted, and where test cards fill it. */
  readonly path: string;
  readonly amount: string;
  readonly values: CardFormValues;
  readonly problem: CardProblem | null;
}

/** The card form, and below it the cards that fill it. It is checked here, not by the browser, as Stripe's is. */
export function renderCardForm({ card, ...words }: PageWords, { path, amount, values, problem }: CardForm): Html {
  const field = (name: keyof CardFormValues, about: Omit<InputField, 'name' | 'value' | 'wrong'>) =>
    renderTextField({
      ...about,
      name,
      value: values[name],
      wrong: problem?.field === name ? problem.message : null,
    });
  return html`<section class="card">
      <h2>${card.title}</h2>
      <form method="post" action="${path}" novalidate>
        ${problem && problem.field === null ? html`<p class="problem alone" role="alert">${problem.message}</p>` : ''}
        ${field('number', { label: card.number, autocomplete: 'cc-number', inputMode: 'numeric' })}
        <div class="pair">
          ${field('expiry', { label: card.expiry, autocomplete: 'cc-exp', inputMode: 'numeric', hint: card.expiryHint })}
          ${field('cvc', { label: card.cvc, autocomplete: 'cc-csc', inputMode: 'numeric' })}
        </div>
        ${field('name', { label: card.name, autocomplete: 'cc-name' })}
        <button id="pay">${card.pay(amount)}</button>
      </form>
    </section>
    ${renderTestCards(words.testCards, { path, values })}`;
}

function renderTestCards(
  { title, text, ...labels }: PageWords['testCards'],
  { path, values }: Pick<CardForm, 'path' | 'values'>,
): Html {
  const entries = testCardNames.map(
    (name) =>
      html`<li>
        <a href="${path}?card=${name}#pay" ${testCards[name] === values.number ? html`aria-current="true"` : ''}
          >${labels[name]}<span>${testCards[name]}</span></a
        >
      </li> `,
  );
  return html`<section class="card">
    <h2>${title}</h2>
    <p class="soft">${text}</p>
    <ul class="cards">
      ${entries}
    </ul>
  </section>`;
}

/** The card form as it was filled in. */
export interface CardFormValues {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

export const emptyCardForm: CardFormValues = { number: '', expiry: '', cvc: '', name: '' };

/** What was posted; all that isn't text is taken as empty. */
export function readCardForm(body: unknown): CardFormValues {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const read = (name: keyof CardFormValues) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, 100) : '';
  };
  return { number: read('number'), expiry: read('expiry'), cvc: read('cvc'), name: read('name') };
}

/** The form filled in for a test card (`?card=declined`); empty for none of them. */
export function fillCardForm(card: unknown): CardFormValues {
  const name = testCardNames.find((each) => each === card);
  if (name === undefined) return emptyCardForm;
  return { number: testCards[name], expiry: '12 / 50', cvc: '123', name: 'Test' };
}

/** The card, or the first field that is not filled in to its end. */
export function toCard({ number, expiry, cvc, name }: CardFormValues): CardInput | { readonly incomplete: CardField } {
  if (number.replaceAll(/\D/g, '').length < 12) return { incomplete: 'number' };
  const [, month, year] = /^(\d{1,2})\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(expiry) ?? [];
  if (month === undefined || year === undefined) return { incomplete: 'expiry' };
  if (cvc.length < 3) return { incomplete: 'cvc' };
  const expYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  return { number, expMonth: Number(month), expYear, cvc, ...(name !== '' && { name }) };
}

/** Cards that the page offers, by what they show; more are known (https://docs.stripe.com/testing). */
const testCards: Readonly<Record<TestCard, string>> = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  authentication: '4000 0025 0000 3155',
  renewals: '4000 0000 0000 0341',
};
type TestCard = Exclude<keyof PageWords['testCards'], 'title' | 'text'>;

const testCardNames = Object.keys(testCards) as readonly TestCard[];
