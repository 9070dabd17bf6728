import type { Request, Response, Router } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type {
  CancelOffer,
  InvoiceDetails,
  PayResult,
  PortalActions,
  PortalSubscription,
  PortalView,
} from '../actions.ts';
import {
  type CardFormValues,
  type CardProblem,
  fillCardForm,
  readCardForm,
  renderCardForm,
  toCard,
} from './card-form.ts';
import { renderQuestion } from './checkout-page.ts';
import { renderDetails } from './portal-details.ts';
import {
  fieldOf,
  languageOfPage,
  renderFacts,
  renderMessage,
  renderFrame,
  setPageHeaders,
  formatDate,
} from './page.ts';
import { pageWords } from './words.ts';

interface Turn {
  readonly request: Request<{ id: string }>;
  readonly response: Response;
  readonly problem?: CardProblem;
  /** As they were typed in. */
  readonly details?: InvoiceDetails;
}

/** The customer portal at `/portal/<id>`, for everyone who has the id. */
export function addPortalRoutes(router: Router, actions: PortalActions): void {
  const show = ({ request, response, problem, details }: Turn): void => {
    const known = actions.view(request.params.id);
    const view = known && { ...known, ...(details && { details }) };
    const language = languageOfPage(request, view?.locale ?? null);
    setPageHeaders(response, view?.returnUrl);
    const path = `${request.baseUrl}/portal/${request.params.id}`;
    const isCard = /\/card(\/|$)/.test(request.path) || view?.flow === 'payment_method_update';
    const values = request.method === 'POST' ? readCardForm(request.body) : fillCardForm(request.query['card']);
    const missing = () => renderMessage(language, { ...pageWords[language].missing, link: null });
    const page = () => (view ? renderPortal(view, { language, path, isCard, values, problem }) : missing());
    response.status(view ? (problem ? 422 : 200) : 404).send(page());
  };
  const follow = (turn: Turn, result: PayResult): void => {
    const { request, response } = turn;
    const view = actions.view(request.params.id);
    if (view && result.kind === 'authenticate') {
      setPageHeaders(response);
      response.redirect(303, `${request.baseUrl}/portal/${request.params.id}/card`);
      return;
    }
    if (view && result.kind !== 'paid') {
      const { declines, portal } = pageWords[languageOfPage(request, view.locale)];
      const message = result.kind === 'declined' ? (declines[result.message] ?? result.message) : portal.refused;
      show({ ...turn, problem: { field: (result.kind === 'declined' && result.field) || null, message } });
      return;
    }
    setPageHeaders(response, view?.returnUrl);
    response.redirect(303, result.kind === 'paid' ? result.returnUrl : request.baseUrl);
  };

  router.get(['/portal/:id', '/portal/:id/card'], (request: Request<{ id: string }>, response) => {
    show({ request, response });
  });
  router.post('/portal/:id/card', async (request, response) => {
    const card = toCard(readCardForm(request.body));
    const { mistakes } = pageWords[languageOfPage(request, actions.view(request.params.id)?.locale ?? null)];
    if ('incomplete' in card) {
      const field = card.incomplete;
      show({ request, response, problem: { field, message: mistakes[field] } });
    } else follow({ request, response }, await actions.saveCard(request.params.id, card));
  });
  router.post('/portal/:id/card/authentication', async (request, response) => {
    const answer = fieldOf(request, 'answer') === 'confirm' ? 'confirm' : 'refuse';
    follow({ request, response }, await actions.authenticate(request.params.id, answer));
  });
  router.post('/portal/:id/details', async (request, response) => {
    const values = readDetails(request);
    const result = await actions.saveDetails(request.params.id, values);
    follow({ request, response, details: values }, result);
  });
  router.post('/portal/:id/offer', async (request, response) => {
    follow({ request, response }, await actions.acceptOffer(request.params.id));
  });
  router.post('/portal/:id/plan', async (request, response) => {
    follow({ request, response }, await actions.changePlan(request.params.id, fieldOf(request, 'price')));
  });
  router.post('/portal/:id/cancel', async (request, response) => {
    const feedback = fieldOf(request, 'feedback');
    const details = feedback === '' ? {} : { feedback };
    follow({ request, response }, await actions.setRenewal(request.params.id, false, details));
  });
  router.post('/portal/:id/resume', async (request, response) => {
    follow({ request, response }, await actions.setRenewal(request.params.id, true));
  });
}

function readDetails(request: Request): InvoiceDetails {
  const read = (name: keyof InvoiceDetails) => fieldOf(request, name).trim();
  return {
    line1: read('line1'),
    postalCode: read('postalCode'),
    city: read('city'),
    country: read('country'),
    taxIdType: read('taxIdType'),
    taxId: read('taxId').toUpperCase(),
  };
}

interface PortalState {
  readonly language: Language;
  readonly path: string;
  readonly isCard: boolean;
  readonly values: CardFormValues;
  readonly problem: CardProblem | undefined;
}

function renderPortal(view: PortalView, { language, path, isCard, values, problem }: PortalState): string {
  const all = pageWords[language];
  const { portal } = all;
  const { flow, returnUrl, email, subscription } = view;
  if (isCard && view.isAuthenticating) {
    const { title, confirm, refuse } = all.authentication;
    const text = portal.authentication;
    return renderQuestion({ language, back: returnUrl, path: `${path}/card`, words: { title, text, confirm, refuse } });
  }
  const shows = (part: PortalView['flow']) => flow === null || flow === part;
  const form = { path: `${path}/card`, amount: '', values, problem: problem ?? null };
  const labelled = { ...all, card: { ...all.card, title: portal.newCard, pay: () => portal.saveCard } };
  return renderFrame({
    language,
    title: problem ? `${all.problem}: ${portal.title}` : portal.title,
    main: html`<a class="target" href="${isCard && flow === null ? path : returnUrl}">← ${all.back}</a>
      <h1>${portal.title}</h1>
      <p class="soft">${email ?? ''}</p>
      ${problem?.field === null && !isCard ? html`<p class="problem" role="alert">${problem.message}</p>` : ''}
      ${
        isCard
          ? renderCardForm(labelled, form)
          : html`${view.offer ? renderOffer(view.offer, language, path) : ''}
            ${subscription ? renderPlan(subscription, { language, path, shows }) : ''}
            ${flow === null ? renderRest(view, { language, path, problem }) : ''}`
      }`,
  });
}

interface PlanState {
  readonly language: Language;
  readonly path: string;
  readonly shows: (part: PortalView['flow']) => boolean;
}

function renderPlan(plan: PortalSubscription, { language, path, shows }: PlanState): Html {
  const { portal, rhythm } = pageWords[language];
  const day = formatDate(plan.periodEnd, language);
  const priceOf = (each: PortalSubscription | PortalSubscription['others'][number]) =>
    `${writeAmount(each, language)}, ${rhythm(each.months)}`;
  const next = plan.nextAmount === plan.amount ? null : writeAmount({ ...plan, amount: plan.nextAmount }, language);
  const others = plan.others.map(
    (other) =>
      html`<form method="post" action="${path}/plan">
        <p>${other.description}: ${priceOf(other)}</p>
        <button name="price" value="${other.id}">
          ${portal.change(other.description, writeAmount({ ...other, amount: other.due }, language))}
        </button>
      </form> `,
  );
  const reasons = plan.reasons.map(
    (value) =>
      html`<p>
        <label><input type="radio" name="feedback" value="${value}" /> ${portal.reasons[value] ?? value}</label>
      </p> `,
  );
  return html`<section class="card">
    <h2>${plan.description}</h2>
    <p>${priceOf(plan)}</p>
    <p>${plan.willRenew ? portal.renews(day, next) : portal.ends(day)}</p>
    ${shows('subscription_update') ? others : ''}
    ${
      plan.willRenew && shows('subscription_cancel')
        ? html`<form method="post" action="${path}/cancel">
            <fieldset>
              <legend>${portal.why}</legend>
              ${reasons}
            </fieldset>
            <button class="second">${portal.cancel}</button>
          </form>`
        : ''
    }
    ${plan.willRenew ? '' : html`<form method="post" action="${path}/resume"><button>${portal.resume}</button></form>`}
  </section>`;
}

/** What somebody who cancels can stay for. */
function renderOffer(offer: CancelOffer, language: Language, path: string): Html {
  const { title, text, accept } = pageWords[language].portal.offer;
  return html`<section class="card">
    <h2>${title}</h2>
    <p>${text(writeAmount(offer, language), offer.months)}</p>
    <form method="post" action="${path}/offer"><button>${accept}</button></form>
  </section>`;
}

interface RestState {
  readonly language: Language;
  readonly path: string;
  readonly problem: CardProblem | undefined;
}

function renderRest({ card, credit, invoices, details }: PortalView, { language, path, problem }: RestState): Html {
  const { portal, document } = pageWords[language];
  const rows = invoices.map(
    (invoice) =>
      html`<li>
        <a class="target" href="${invoice.url}">${document.invoice(invoice.number ?? '')}</a>, ${' '}
        ${formatDate(invoice.createdAt, language)}, ${writeAmount(invoice, language)}
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
    ${renderDetails(details, { language, path, problem })}
    <section class="card">
      <h2>${portal.invoices}</h2>
      <ul class="rows">
        ${rows}
      </ul>
    </section>`;
}
