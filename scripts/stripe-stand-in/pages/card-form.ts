import { html, type Html } from '../../../api/platform/html.ts';
import type { CardField, CardInput, FormField } from '../actions.ts';
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
  return html`<section class="card">
      <h2>${card.title}</h2>
      <form method="post" action="${path}" novalidate>
        ${problem && problem.field === null ? html`<p class="problem alone" role="alert">${problem.message}</p>` : ''}
        ${renderField({ ...fields.number, label: card.number, value: values.number, problem })}
        <div class="pair">
          ${renderField({ ...fields.expiry, label: card.expiry, hint: card.expiryHint, value: values.expiry, problem })}
          ${renderField({ ...fields.cvc, label: card.cvc, value: values.cvc, problem })}
        </div>
        ${renderField({ ...fields.name, label: card.name, value: values.name, problem })}
        <button id="pay">${card.pay(amount)}</button>
      </form>
    </section>
    ${renderTestCards(words.testCards, { path, values })}`;
}

interface Field {
  readonly name: keyof CardFormValues;
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'text';
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly problem: CardProblem | null;
}

const fields = {
  number: { name: 'number', autocomplete: 'cc-number', inputMode: 'numeric' },
  expiry: { name: 'expiry', autocomplete: 'cc-exp', inputMode: 'numeric' },
  cvc: { name: 'cvc', autocomplete: 'cc-csc', inputMode: 'numeric' },
  name: { name: 'name', autocomplete: 'cc-name', inputMode: 'text' },
} as const;

function renderField({ name, autocomplete, inputMode, label, hint, value, problem }: Field): Html {
  const isWrong = problem?.field === name;
  const note = renderNote(name, isWrong ? problem.message : hint, isWrong);
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
      ${isWrong ? html`aria-invalid="true" autofocus` : ''}
    />
    ${note ?? ''}
  </div>`;
}

function renderNote(name: string, text: string | undefined, isProblem: boolean): Html | null {
  if (text === undefined) return null;
  const attributes = isProblem ? html`class="problem" role="alert"` : html`class="hint"`;
  return html`<p id="${name}-note" ${attributes}>${text}</p>`;
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
