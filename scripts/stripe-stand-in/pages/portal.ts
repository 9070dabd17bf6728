import type { Request, Router } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { PayResult } from '../actions/pay-result.ts';
import type { InvoiceDetails, PortalActions, PortalPlan, PortalView } from '../actions/portal.ts';
import { taxIdTypes } from '../billing/tax.ts';
import { renderCardForm } from './card-form.ts';
import { renderCountries, renderQuestion, renderSelect, renderTextField, wrongAt } from './fields.ts';
import { fieldOf, formatDate, renderBack, renderFacts, renderFrame } from './page.ts';
import { addPayRoutes, createPage, type PayRequest, type PageState } from './pay-pages.ts';
import { pageWords } from './words.ts';

/** The customer portal at `/portal/<id>`, and the form for another card at its `/card`. */
export function addPortalPages(router: Router, actions: PortalActions): void {
  const page = createPage('/portal/:id', actions.view, renderPortal);
  const cardPage = createPage('/portal/:id/card', actions.view, renderCardPage);
  router.get(page.name, (request: PayRequest, response) => {
    const isCard = actions.view(request.params.id)?.flow === 'payment_method_update';
    (isCard ? cardPage : page).show(request, response);
  });
  addPayRoutes(router, {
    page: cardPage,
    pay: actions.saveCard,
    authenticate: actions.authenticate,
  });
  const addForm = (name: string, act: (id: string, request: Request) => Promise<PayResult>) =>
    router.post(`${page.name}/${name}`, async (request: PayRequest, response) => {
      const result = await act(request.params.id, request);
      if (result.kind !== 'gone') return page.follow(request, response, result, { details: readDetails(request) });
      page.show(request, response, { field: null, message: page.wordsFor(request).portal.refused });
    });
  addForm('details', (id, request) => actions.saveDetails(id, readDetails(request)));
  addForm('offer', (id) => actions.acceptOffer(id));
  addForm('plan', (id, request) => actions.changePlan(id, fieldOf(request, 'price')));
  addForm('resume', (id) => actions.setRenewal(id, true));
  addForm('cancel', (id, request) => {
    const feedback = fieldOf(request, 'feedback');
    return actions.setRenewal(id, false, feedback === '' ? {} : { feedback });
  });
}

function readDetails(request: Request): InvoiceDetails {
  return {
    line1: fieldOf(request, 'line1'),
    postalCode: fieldOf(request, 'postalCode'),
    city: fieldOf(request, 'city'),
    country: fieldOf(request, 'country'),
    taxIdType: fieldOf(request, 'taxIdType'),
    taxId: fieldOf(request, 'taxId').toUpperCase(),
  };
}

function renderCardPage(view: PortalView, { language, path, values, problem }: PageState): string {
  const all = pageWords[language];
  const { portal, authentication } = all;
  const form = { path, title: portal.newCard, pay: portal.saveCard, values, problem };
  const { isAuthenticating: isAsked } = view;
  return renderFrame({
    language,
    title: isAsked ? authentication.title : portal.title,
    isProblem: problem !== null,
    main: html`${renderBack(language, view.flow === null ? path.replace(/\/card$/, '') : view.returnUrl)}
    ${
      isAsked
        ? renderQuestion({ language, path, text: portal.authentication })
        : html`<h1>${portal.title}</h1>
            ${renderCardForm(all, form)}`
    }`,
  });
}

function renderPortal(view: PortalView, state: PageState): string {
  const { language, path, problem } = state;
  const { portal } = pageWords[language];
  const { flow, subscription, offer } = view;
  return renderFrame({
    language,
    title: portal.title,
    isProblem: problem !== null,
    main: html`${renderBack(language, view.returnUrl)}
      <h1>${portal.title}</h1>
      <p class="soft">${view.email ?? ''}</p>
      ${problem?.field === null ? html`<p class="problem" role="alert">${problem.message}</p>` : ''}
      ${
        offer
          ? html`<section class="card">
              <h2>${portal.offer.title}</h2>
              <p>${portal.offer.text(writeAmount(offer, language), offer.months)}</p>
              <form method="post" action="${path}/offer"><button>${portal.offer.accept}</button></form>
            </section>`
          : ''
      }
      ${subscription ? renderPlan(subscription, flow, state) : ''} ${flow === null ? renderRest(view, state) : ''}`,
  });
}

function renderPlan(plan: PortalPlan, flow: PortalView['flow'], { language, path }: PageState): Html {
  const { portal, rhythm } = pageWords[language];
  const write = (amount: number) => writeAmount({ ...plan, amount }, language);
  const day = formatDate(plan.periodEnd, language);
  const next = plan.nextAmount === plan.amount ? null : write(plan.nextAmount);
  const others = plan.others.map(
    ({ id, description, amount, months, due }) =>
      html`<form method="post" action="${path}/plan">
        <p>${description}: ${write(amount)}, ${rhythm(months)}</p>
        <button name="price" value="${id}">${portal.change(description, write(due))}</button>
      </form> `,
  );
  const words: Readonly<Record<string, string>> = portal.reasons;
  const reasons = plan.reasons.map(
    (value) =>
      html`<p>
        <label><input type="radio" name="feedback" value="${value}" /> ${words[value] ?? value}</label>
      </p> `,
  );
  const cancel = html`<form method="post" action="${path}/cancel">
    <fieldset>
      <legend>${portal.why}</legend>
      ${reasons}
    </fieldset>
    <button class="second">${portal.cancel}</button>
  </form>`;
  return html`<section class="card">
    <h2>${plan.description}</h2>
    <p>${write(plan.amount)}, ${rhythm(plan.months)}</p>
    <p>${plan.willRenew ? portal.renews(day, next) : portal.ends(day)}</p>
    ${flow === 'subscription_cancel' ? '' : others} ${plan.willRenew && flow !== 'subscription_update' ? cancel : ''}
    ${plan.willRenew ? '' : html`<form method="post" action="${path}/resume"><button>${portal.resume}</button></form>`}
  </section>`;
}

/** The card, the details and the invoices. */
function renderRest({ card, credit, details, invoices }: PortalView, state: PageState): Html {
  const { language, path } = state;
  const { portal, document } = pageWords[language];
  const rows = invoices.map(
    (invoice) =>
      html`<li>
        <a class="target" href="${invoice.url}">${document.invoice(invoice.number ?? '')}</a>, ${' '}
        ${formatDate(invoice.created, language)}, ${writeAmount(invoice, language)}
      </li> `,
  );
  return html`<section class="card">
      <h2>${portal.card}</h2>
      ${renderFacts([
        [portal.card, card ? `${card.brand} •••• ${card.last4}` : '–'],
        [portal.credit, credit.amount === 0 ? null : writeAmount(credit, language)],
      ])}
      <a class="target" href="${path}/card">${portal.newCard}</a>
    </section>
    ${renderDetails(details, state)}
    <section class="card">
      <h2>${portal.invoices}</h2>
      <ul class="rows">
        ${rows}
      </ul>
    </section>`;
}

/** Who invoices are for: an address and a tax number. */
function renderDetails(details: InvoiceDetails, { language, path, problem }: PageState): Html {
  const { portal } = pageWords[language];
  const { title, save, none, kind, number, ...labels } = portal.details;
  const field = (name: 'line1' | 'postalCode' | 'city', autocomplete: string) =>
    renderTextField({ name, autocomplete, label: labels[name], value: details[name] });
  const kinds = taxIdTypes.map((type) => [type, portal.taxIds[type]] as const);
  const wrong = wrongAt('taxId', problem);
  return html`<section class="card">
    <h2>${title}</h2>
    <form method="post" action="${path}/details" novalidate>
      ${field('line1', 'address-line1')}
      <div class="pair">${field('postalCode', 'postal-code')} ${field('city', 'address-level2')}</div>
      ${renderCountries(language, details.country)}
      ${renderSelect({ name: 'taxIdType', label: kind, none, chosen: details.taxIdType, options: kinds })}
      ${renderTextField({ name: 'taxId', label: number, value: details.taxId, autocomplete: 'off', wrong })}
      <button class="second">${save}</button>
    </form>
  </section>`;
}
