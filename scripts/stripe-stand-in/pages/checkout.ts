import type { Response, Router } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { CheckoutActions, CheckoutView } from '../actions/checkout.ts';
import { renderCardForm } from './card-form.ts';
import { renderCountries, renderQuestion, renderTextField, wrongAt } from './fields.ts';
import { fieldOf, renderBack, renderFacts, renderFrame, renderMessage } from './page.ts';
import { addPayRoutes, createPage, type PayRequest, type PageState } from './pay-pages.ts';
import { pageWords } from './words.ts';

/** The page of a Checkout Session at `/checkout/<id>`. */
export function addCheckoutPage(router: Router, actions: CheckoutActions): void {
  const page = createPage('/checkout/:id', actions.view, renderCheckout);
  const { view, pay, authenticate } = actions;
  addPayRoutes(router, { page, authenticate, pay: (id, card) => pay(id, view(id)?.isFree ? null : card) });
  router.post('/checkout/:id/promotion', async (request: PayRequest, response: Response) => {
    const result = await actions.applyPromotion(request.params.id, fieldOf(request, 'promotion'));
    if (result.kind !== 'refused') return page.reload(request, response);
    const message = page.wordsFor(request).checkout.promotion.problems[result.problem];
    page.show(request, response, { field: 'promotion', message });
  });
  router.post('/checkout/:id/country', async (request: PayRequest, response: Response) => {
    await actions.setCountry(request.params.id, fieldOf(request, 'country'));
    page.reload(request, response);
  });
}

function renderCheckout(view: CheckoutView, state: PageState): string {
  const { language, path, problem } = state;
  const { complete, expired, goOn, back, checkout, authentication } = pageWords[language];
  if (view.status === 'complete') return renderMessage(language, complete, { label: goOn, url: view.returnUrl });
  if (view.status === 'expired') {
    return renderMessage(language, expired, view.cancelUrl === null ? null : { label: back, url: view.cancelUrl });
  }
  const amount = writeAmount(view, language);
  const title = view.isAuthenticating ? authentication.title : `${checkout.title}: ${view.description}`;
  const main = view.isAuthenticating
    ? renderQuestion({ language, path, text: authentication.text(amount) })
    : renderOpen(view, amount, state);
  return renderFrame({ language, title, main, isProblem: problem !== null });
}

function renderOpen(view: CheckoutView, amount: string, state: PageState): Html {
  const { language, path, values, problem } = state;
  const all = pageWords[language];
  const { checkout, card } = all;
  const paying = { path, title: card.title, pay: card.pay(amount), values, problem };
  return html`${renderBack(language, view.cancelUrl)}
    <h1>${view.description}</h1>
    <p class="amount">${amount}</p>
    <p class="soft">${all.rhythm(view.months)}</p>
    ${renderFacts(factsOf(view, state))} ${view.takesCodes ? renderPromotion(view, state) : ''}
    ${
      view.tax
        ? html`<form class="card" method="post" action="${path}/country">
            ${renderCountries(language, view.tax.country, wrongAt('country', problem))}
            <button class="second">${checkout.tax.apply}</button>
          </form>`
        : ''
    }
    ${
      view.isFree
        ? html`<form class="card" method="post" action="${path}"><button id="pay">${checkout.free}</button></form>`
        : renderCardForm(all, paying)
    }`;
}

/** What makes the amount, and what comes afterwards. */
function factsOf(view: CheckoutView, { language }: PageState): [string, string | null][] {
  const { checkout } = pageWords[language];
  const { coupon, promotion, balance, amount, currency, tax } = view;
  const write = (amount: number | null) => (amount === null ? null : writeAmount({ amount, currency }, language));
  return [
    [checkout.email, view.email],
    [coupon?.name ?? '', coupon && `−${write(coupon.off)}`],
    [checkout.balance, balance === 0 ? null : write(-balance)],
    [checkout.promotion.label, promotion && `${promotion.code}: −${write(promotion.off)}`],
    [checkout.promotion.later, write(promotion ? promotion.later : balance === 0 ? null : amount + balance)],
    [checkout.tax.included(tax?.percent ?? 0), tax?.country ? write(tax.amount) : null],
  ];
}

function renderPromotion({ promotion }: CheckoutView, { language, path, problem }: PageState): Html {
  const { label, apply, remove } = pageWords[language].checkout.promotion;
  const wrong = wrongAt('promotion', problem);
  const field = renderTextField({ name: 'promotion', label, autocomplete: 'off', wrong });
  return html`<form class="card" method="post" action="${path}/promotion" novalidate>
    ${promotion ? '' : field}
    <button class="second">${promotion ? remove(promotion.code) : apply}</button>
  </form>`;
}
