import { type PageState, type Payable, renderFacts, renderMessage, renderFrame } from './page.ts';
import { html, type Html } from '../../../api/platform/html.ts';
import { languageTag } from '../../../engine/model.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { CheckoutActions, CheckoutView, PurchaseSummary } from '../actions.ts';
import { countries } from '../billing/tax.ts';
import { renderCardForm } from './card-form.ts';
import { pageWords } from './words.ts';

/** The page of a Checkout Session. */
export function createCheckoutPage(actions: CheckoutActions): Payable<CheckoutView> {
  return {
    name: 'checkout',
    view: (id) => actions.view(id),
    pay: (id, card) => actions.pay(id, card),
    authenticate: (id, answer) => actions.authenticate(id, answer),
    localeOf: ({ locale }) => locale,
    isFree: ({ isFree }) => isFree,
    returnUrlOf: ({ returnUrl }) => returnUrl,
    render: renderCheckout,
  };
}

function renderCheckout(view: CheckoutView, state: PageState): string {
  const { language } = state;
  const { complete, expired, goOn, back } = pageWords[language];
  switch (view.status) {
    case 'complete':
      return renderMessage(language, { ...complete, link: { label: goOn, url: view.returnUrl } });
    case 'expired': {
      const link = view.cancelUrl === null ? null : { label: back, url: view.cancelUrl };
      return renderMessage(language, { ...expired, link });
    }
    case 'open':
      return view.isAuthenticating ? renderAuthentication(view, state) : renderOpen(view, state);
  }
}

function renderOpen(view: CheckoutView, state: PageState): string {
  const { language, path, values, problem } = state;
  const all = pageWords[language];
  const amount = writeAmount(view, language);
  const title = `${all.checkout.title}: ${view.description}`;
  return renderFrame({
    language,
    title: problem ? `${all.problem}: ${title}` : title,
    main: html`${view.cancelUrl === null ? '' : html`<a class="target" href="${view.cancelUrl}">← ${all.back}</a>`}
      <h1>${view.description}</h1>
      <p class="amount">${amount}</p>
      <p class="soft">${all.rhythm(view.months)}</p>
      ${renderFacts([
        [all.checkout.email, view.email],
        ...(view.coupon
          ? [[view.coupon.name, `−${writeAmount({ ...view, amount: view.coupon.off }, language)}`] as const]
          : []),
        [all.checkout.balance, view.balance === 0 ? null : writeAmount({ ...view, amount: -view.balance }, language)],
        [all.checkout.promotion.label, writeOff(view, language)],
        [all.checkout.promotion.later, writeLater(view, language)],
        [all.checkout.tax.included(view.tax?.percent ?? 0), writeTax(view, language)],
      ])}
      ${view.promotion === null ? '' : renderPromotion(view.promotion, state)}
      ${view.tax === null ? '' : renderCountry(view.tax, state)}
      ${
        view.isFree
          ? html`<form class="card" method="post" action="${path}">
              <button id="pay">${all.checkout.free}</button>
            </form>`
          : renderCardForm(all, { path, amount, values, problem })
      }`,
  });
}

function writeOff({ promotion, currency }: CheckoutView, language: Language): string | null {
  if (promotion === null || promotion === 'none') return null;
  return `${promotion.code}: −${writeAmount({ amount: promotion.off, currency }, language)}`;
}

function writeLater({ promotion, balance, amount, currency }: CheckoutView, language: Language): string | null {
  const withBalance = balance === 0 ? null : amount + balance;
  const later = promotion === null || promotion === 'none' ? withBalance : promotion.later;
  return later === null ? null : writeAmount({ amount: later, currency }, language);
}

function writeTax({ tax, currency }: CheckoutView, language: Language): string | null {
  return tax?.country ? writeAmount({ amount: tax.amount, currency }, language) : null;
}

function renderPromotion(
  promotion: NonNullable<CheckoutView['promotion']>,
  { language, path, problem }: PageState,
): Html {
  const { label, apply, remove } = pageWords[language].checkout.promotion;
  const isUsed = promotion !== 'none';
  const wrong = problem?.field === 'promotion' ? problem.message : null;
  return html`<form class="card" method="post" action="${path}/promotion" novalidate>
    ${wrong !== null && isUsed ? html`<p class="problem alone" role="alert">${wrong}</p>` : ''}
    ${
      isUsed
        ? html`<button class="second">${remove(promotion.code)}</button>`
        : html`<label for="promotion">${label}</label>
            <input
              id="promotion"
              name="promotion"
              autocomplete="off"
              maxlength="100"
              ${wrong === null ? '' : html`aria-invalid="true" aria-describedby="promotion-note" autofocus`}
            />
            ${wrong === null ? '' : html`<p id="promotion-note" class="problem" role="alert">${wrong}</p>`}
            <button class="second">${apply}</button>`
    }
  </form>`;
}

function renderCountry({ country }: NonNullable<CheckoutView['tax']>, { language, path, problem }: PageState): Html {
  const { country: label, choose, apply } = pageWords[language].checkout.tax;
  const wrong = problem?.field === 'country' ? problem.message : null;
  return html`<form class="card" method="post" action="${path}/country">
    ${renderCountries({ language, label, choose, country, wrong })}
    <button class="second">${apply}</button>
  </form>`;
}

interface CountryField {
  readonly language: Language;
  readonly label: string;
  readonly choose: string;
  readonly country: string | null;
  /** What is wrong with it; null: nothing. */
  readonly wrong: string | null;
}

/** The countries that the stand-in knows, by their names. */
export function renderCountries({ language, label, choose, country, wrong }: CountryField): Html {
  const names = new Intl.DisplayNames(languageTag(language), { type: 'region' });
  const options = countries.map(
    (each) =>
      html`<option value="${each}" ${each === country ? html`selected` : ''}>${names.of(each) ?? each}</option> `,
  );
  return html`<label for="country">${label}</label>
    <select
      id="country"
      name="country"
      autocomplete="country"
      ${wrong === null ? '' : html`aria-invalid="true" aria-describedby="country-note" autofocus`}
    >
      <option value="">${choose}</option>
      ${options}
    </select>
    ${wrong === null ? '' : html`<p id="country-note" class="problem" role="alert">${wrong}</p>`}`;
}

/** The bank's question (3-D Secure): the person confirms the payment, or refuses it. */
export function renderAuthentication(
  purchase: PurchaseSummary,
  { language, path }: { language: Language; path: string },
) {
  const { text, ...rest } = pageWords[language].authentication;
  const asked = { ...rest, text: text(writeAmount(purchase, language)) };
  return renderQuestion({ language, path, back: null, words: asked });
}

interface Question {
  readonly language: Language;
  readonly path: string;
  /** A way to leave it open; null: there is none. */
  readonly back: string | null;
  readonly words: Readonly<Record<'title' | 'text' | 'confirm' | 'refuse', string>>;
}

/** What the bank asks. */
export function renderQuestion({ language, path, back, words: { title, text, confirm, refuse } }: Question): string {
  return renderFrame({
    language,
    title,
    main: html`${back === null ? '' : html`<a class="target" href="${back}">← ${pageWords[language].back}</a>`}
      <h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="${path}/authentication">
        <button name="answer" value="confirm">${confirm}</button>
        <button class="second" name="answer" value="refuse">${refuse}</button>
      </form>`,
  });
}
