import type { Request } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import type { CardField, CardInput } from '../billing/cards.ts';
import { type FormProblem, renderTextField, wrongAt } from './fields.ts';
import { fieldOf } from './page.ts';
import type { PageWords } from './words.ts';

interface CardForm {
  /** Where it is posted, and where test cards fill it. */
  readonly path: string;
  readonly title: string;
  /** On its button. */
  readonly pay: string;
  readonly values: CardFormValues;
  readonly problem: FormProblem | null;
}

/** The card form, and below it the cards that fill it. It is checked here, not by the browser, as Stripe's is. */
export function renderCardForm({ card, testCards: cards }: PageWords, form: CardForm): Html {
  const { path, title, pay, values, problem } = form;
  const field = (name: keyof CardFormValues, autocomplete: string, hint?: string) =>
    renderTextField({
      name,
      autocomplete,
      label: card[name],
      value: values[name],
      wrong: wrongAt(name, problem),
      inputMode: name === 'name' ? 'text' : 'numeric',
      ...(hint !== undefined && { hint }),
    });
  const links = testCardNames.map(
    (name) =>
      html`<li>
        <a href="${path}?card=${name}#pay" ${testCards[name] === values.number ? html`aria-current="true"` : ''}
          >${cards[name]}<span>${testCards[name]}</span></a
        >
      </li> `,
  );
  return html`<section class="card">
      <h2>${title}</h2>
      <form method="post" action="${path}" novalidate>
        ${problem?.field === null ? html`<p class="problem alone" role="alert">${problem.message}</p>` : ''}
        ${field('number', 'cc-number')}
        <div class="pair">${field('expiry', 'cc-exp', card.expiryHint)} ${field('cvc', 'cc-csc')}</div>
        ${field('name', 'cc-name')}
        <button id="pay">${pay}</button>
      </form>
    </section>
    <section class="card">
      <h2>${cards.title}</h2>
      <p class="soft">${cards.text}</p>
      <ul class="cards">
        ${links}
      </ul>
    </section>`;
}

/** The card form as it was filled in. */
export type CardFormValues = Readonly<Record<CardField | 'name', string>>;

/** What was posted, or filled in for a test card (`?card=declined`); else it is empty. */
export function readCardForm(request: Request<{ id: string }>): CardFormValues {
  const name = testCardNames.find((each) => each === request.query['card']);
  if (name !== undefined) return { number: testCards[name], expiry: '12 / 50', cvc: '123', name: 'Test' };
  const read = (field: keyof CardFormValues) => fieldOf(request, field);
  return { number: read('number'), expiry: read('expiry'), cvc: read('cvc'), name: read('name') };
}

/** The card, as far as it was filled in. */
export function readCard(request: Request<{ id: string }>): CardInput {
  const { number, expiry, cvc, name } = readCardForm(request);
  const [, month, year = ''] = /^(\d{1,2})\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(expiry) ?? [];
  const expYear = Number(year.padStart(4, '20'));
  return { number, expMonth: Number(month), expYear, cvc, ...(name !== '' && { name }) };
}

/** Cards that the page offers, by what they show; more are known (https://docs.stripe.com/testing). */
const testCards = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  authentication: '4000 0025 0000 3155',
  renewals: '4000 0000 0000 0341',
};

const testCardNames = Object.keys(testCards) as readonly (keyof typeof testCards)[];
