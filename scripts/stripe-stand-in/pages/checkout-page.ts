import { type PageState, type Payable, renderMessage, renderPage } from './page.ts';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/run/money.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { CheckoutActions, CheckoutView, Purchase } from '../actions.ts';
import { renderCardForm } from './card-form.ts';
import { words } from './words.ts';

/** The page of a Checkout Session. */
export function createCheckoutPage(actions: CheckoutActions): Payable<CheckoutView> {
  return {
    name: 'checkout',
    view: (id) => actions.view(id),
    pay: (id, card) => actions.pay(id, card),
    authenticate: (id, answer) => actions.authenticate(id, answer),
    localeOf: ({ locale }) => locale,
    returnUrlOf: ({ returnUrl }) => returnUrl,
    render: renderCheckout,
  };
}

function renderCheckout(view: CheckoutView, state: PageState): string {
  const { language } = state;
  const { complete, expired, goOn, back } = words[language];
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

function renderOpen(view: CheckoutView, { language, path, values, problem }: PageState): string {
  const all = words[language];
  const amount = writeAmount(view, language);
  const title = `${all.checkout.title}: ${view.description}`;
  return renderPage({
    language,
    title: problem ? `${all.problem}: ${title}` : title,
    main: html`${view.cancelUrl === null ? '' : html`<a class="target" href="${view.cancelUrl}">← ${all.back}</a>`}
      <h1>${view.description}</h1>
      <p class="amount">${amount}</p>
      <p class="soft">${all.rhythm(view.months)}</p>
      ${renderEmail(view, all.checkout.email)} ${renderCardForm(all, { path, amount, values, problem })}`,
  });
}

function renderEmail({ email }: CheckoutView, label: string): Html | string {
  if (email === null) return '';
  return html`<dl>
    <dt>${label}</dt>
    <dd>${email}</dd>
  </dl>`;
}

/** The bank's question (3-D Secure): the person confirms the payment, or refuses it. */
export function renderAuthentication(purchase: Purchase, { language, path }: { language: Language; path: string }) {
  const { title, text, confirm, refuse } = words[language].authentication;
  return renderPage({
    language,
    title,
    main: html`<h1>${title}</h1>
      <p>${text(writeAmount(purchase, language))}</p>
      <form method="post" action="${path}/authentication">
        <button name="answer" value="confirm">${confirm}</button>
        <button class="second" name="answer" value="refuse">${refuse}</button>
      </form>`,
  });
}
