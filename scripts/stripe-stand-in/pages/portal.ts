import type { Request, Response, Router } from 'express';
import { html, type Html } from '../../../api/platform/html.ts';
import { writeAmount } from '../../../engine/run/money.ts';
import type { Language } from '../../../schemas/api/values.ts';
import type { PayResult, PortalActions, PortalSubscription, PortalView } from '../actions.ts';
import {
  type CardFormValues,
  type CardProblem,
  fillCardForm,
  readCardForm,
  renderCardForm,
  toCard,
} from './card-form.ts';
import { fieldOf, languageOfPage, renderFacts, renderMessage, renderPage, setPageHeaders, writeDay } from './page.ts';
import { words } from './words.ts';

interface Turn {
  readonly request: Request<{ id: string }>;
  readonly response: Response;
  readonly problem?: CardProblem;
}

/** The customer portal at `/portal/<id>`, for who has the id. */
export function addPortalRoutes(router: Router, actions: PortalActions): void {
  const show = ({ request, response, problem }: Turn): void => {
    const view = actions.view(request.params.id);
    const language = languageOfPage(request, view?.locale ?? null);
    setPageHeaders(response, view?.returnUrl);
    const path = `${request.baseUrl}/portal/${request.params.id}`;
    const isCard = request.path.endsWith('/card') || view?.flow === 'payment_method_update';
    const values = request.method === 'POST' ? readCardForm(request.body) : fillCardForm(request.query['card']);
    const missing = () => renderMessage(language, { ...words[language].missing, link: null });
    const page = () => (view ? renderPortal(view, { language, path, isCard, values, problem }) : missing());
    response.status(view ? (problem ? 422 : 200) : 404).send(page());
  };
  const follow = (turn: Turn, result: PayResult): void => {
    const { request, response } = turn;
    const view = actions.view(request.params.id);
    if (view && result.kind !== 'paid') {
      const { declines, portal } = words[languageOfPage(request, view.locale)];
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
    const { mistakes } = words[languageOfPage(request, actions.view(request.params.id)?.locale ?? null)];
    if ('incomplete' in card) {
      const field = card.incomplete;
      show({ request, response, problem: { field, message: mistakes[field] } });
    } else follow({ request, response }, await actions.saveCard(request.params.id, card));
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

interface PortalState {
  readonly language: Language;
  readonly path: string;
  readonly isCard: boolean;
  readonly values: CardFormValues;
  readonly problem: CardProblem | undefined;
}

function renderPortal(view: PortalView, { language, path, isCard, values, problem }: PortalState): string {
  const all = words[language];
  const { portal } = all;
  const { flow, returnUrl, email, subscription } = view;
  const shows = (part: PortalView['flow']) => flow === null || flow === part;
  const form = { path: `${path}/card`, amount: '', values, problem: problem ?? null };
  const labelled = { ...all, card: { ...all.card, title: portal.newCard, pay: () => portal.saveCard } };
  return renderPage({
    language,
    title: problem ? `${all.problem}: ${portal.title}` : portal.title,
    main: html`<a class="target" href="${isCard && flow === null ? path : returnUrl}">← ${all.back}</a>
      <h1>${portal.title}</h1>
      <p class="soft">${email ?? ''}</p>
      ${problem && !isCard ? html`<p class="problem" role="alert">${problem.message}</p>` : ''}
      ${
        isCard
          ? renderCardForm(labelled, form)
          : html`${subscription ? renderPlan(subscription, { language, path, shows }) : ''}
            ${flow === null ? renderRest(view, language, path) : ''}`
      }`,
  });
}

interface PlanState {
  readonly language: Language;
  readonly path: string;
  readonly shows: (part: PortalView['flow']) => boolean;
}

function renderPlan(plan: PortalSubscription, { language, path, shows }: PlanState): Html {
  const { portal, rhythm } = words[language];
  const day = writeDay(plan.periodEnd, language);
  const priceOf = (each: PortalSubscription | PortalSubscription['others'][number]) =>
    `${writeAmount(each, language)}, ${rhythm(each.months)}`;
  const others = plan.others.map(
    (other) =>
      html`<form method="post" action="${path}/plan">
        <p>${other.description}: ${priceOf(other)}</p>
        <button name="price" value="${other.id}">
          ${portal.change(other.description, writeAmount({ ...other, amount: other.due }, language))}
        </button>
      </form> `,
  );
  const reasons = Object.entries(portal.reasons).map(
    ([value, label]) =>
      html`<p>
        <label><input type="radio" name="feedback" value="${value}" /> ${label}</label>
      </p> `,
  );
  return html`<section class="card">
    <h2>${plan.description}</h2>
    <p>${priceOf(plan)}</p>
    <p>${plan.willRenew ? portal.renews(day) : portal.ends(day)}</p>
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

function renderRest({ card, credit, invoices }: PortalView, language: Language, path: string): Html {
  const { portal, document } = words[language];
  const rows = invoices.map(
    (invoice) =>
      html`<li>
        <a class="target" href="${invoice.url}">${document.invoice(invoice.number ?? '')}</a>, ${' '}
        ${writeDay(invoice.createdAt, language)}, ${writeAmount(invoice, language)}
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
    <section class="card">
      <h2>${portal.invoices}</h2>
      <ul class="rows">
        ${rows}
      </ul>
    </section>`;
}
