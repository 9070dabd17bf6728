import { type Request, type Response, type Router, urlencoded } from 'express';
import type { Language } from '../../../schemas/api/values.ts';
import type { CheckoutActions, DeskActions, PayResult, PortalActions } from '../actions.ts';
import {
  type CardFormValues,
  type CardProblem,
  emptyCardForm,
  fillCardForm,
  readCardForm,
  toCard,
} from './card-form.ts';
import { createCheckoutPage } from './checkout-page.ts';
import { addDeskRoutes } from './desk.ts';
import { addPortalRoutes } from './portal-pages.ts';
import { createInvoicePage, renderInvoiceDocument, renderReceipt } from './documents.ts';
import { pageWords } from './words.ts';
import { fieldOf, type Payable, languageOfPage, renderMessage, setPageHeaders } from './page.ts';
import { createRouter } from '../../../api/platform/http/router.ts';

/**
 * The hosted pages of the stand-in, to be used below `/dev/stripe`: `/checkout/<id>`, `/invoice/<id>` and its `/pdf`,
 * `/receipt/<id>` and `/portal/<id>`, for those who have the id, which can't be guessed. Plain HTML without scripts.
 */
export function createPages(actions: CheckoutActions, portal: PortalActions): Router {
  const router = createRouter();
  router.use(readForm);
  addPayRoutes(router, createCheckoutPage(actions));
  addTermsRoutes(router, actions);
  addPayRoutes(router, createInvoicePage(actions));
  addPortalRoutes(router, portal);
  router.get('/invoice/:id/pdf', (request, response) => {
    const invoice = actions.viewInvoice(request.params.id);
    if (invoice === null) return sendMissing(request, response);
    setPageHeaders(response);
    response.send(renderInvoiceDocument(invoice, languageOfPage(request, invoice.locale)));
  });
  router.get('/receipt/:id', (request, response) => {
    const receipt = actions.viewReceipt(request.params.id);
    if (receipt === null) return sendMissing(request, response);
    setPageHeaders(response);
    response.send(renderReceipt(receipt, languageOfPage(request, null)));
  });
  return router;
}

/** The desk, below `/dev/stripe` too: it shows everybody's payments, so it goes behind `requireDevelopmentToken`. */
export function createDeskPages(desk: DeskActions): Router {
  const router = createRouter();
  router.use(readForm);
  addDeskRoutes(router, desk);
  return router;
}

const readForm = urlencoded({ extended: false, limit: '10kb' });

/** The page at `/<name>/<id>`: shown, paid by its form, and confirmed or refused to the bank. */
function addPayRoutes<View>(router: Router, payable: Payable<View>): void {
  router.get(`/${payable.name}/:id`, (request, response) => {
    show(payable, { request, response, values: fillCardForm(request.query['card']), problem: null });
  });
  router.post(`/${payable.name}/:id`, async (request, response) => {
    const values = readCardForm(request.body);
    const view = payable.view(request.params.id);
    const card = view && payable.isFree?.(view) ? null : toCard(values);
    const turn = { request, response, values };
    if (card && 'incomplete' in card) showIncomplete(payable, { ...turn, field: card.incomplete });
    else follow(payable, { ...turn, result: await payable.pay(request.params.id, card) });
  });
  router.post(`/${payable.name}/:id/authentication`, async (request, response) => {
    const { answer } = (request.body ?? {}) as { readonly answer?: unknown };
    const result = await payable.authenticate(request.params.id, answer === 'confirm' ? 'confirm' : 'refuse');
    follow(payable, { request, response, values: emptyCardForm, result });
  });
}

/** What changes the amount that is to be paid: a promotion code, and the country that the tax depends on. */
function addTermsRoutes(router: Router, actions: CheckoutActions): void {
  const payable = createCheckoutPage(actions);
  router.post('/checkout/:id/promotion', async (request, response) => {
    const result = await actions.applyPromotion(request.params.id, fieldOf(request, 'promotion'));
    if (result.kind === 'refused') {
      const turn = { request, response, values: emptyCardForm };
      const message = pageWords[languageOfTurn(payable, turn)].checkout.promotion.problems[result.problem];
      show(payable, { ...turn, problem: { field: 'promotion', message } });
      return;
    }
    setPageHeaders(response);
    response.redirect(303, pathOf(payable, request));
  });
  router.post('/checkout/:id/country', async (request, response) => {
    await actions.setCountry(request.params.id, fieldOf(request, 'country'));
    setPageHeaders(response);
    response.redirect(303, pathOf(payable, request));
  });
}

interface Turn {
  readonly request: Request<{ id: string }>;
  readonly response: Response;
  readonly values: CardFormValues;
}

function show<View>(payable: Payable<View>, turn: Turn & { problem: CardProblem | null }): void {
  const { request, response, values, problem } = turn;
  const view = payable.view(request.params.id);
  if (view === null) {
    sendMissing(request, response);
    return;
  }
  setPageHeaders(response, payable.returnUrlOf(view) ?? undefined);
  const language = languageOfPage(request, payable.localeOf(view));
  const path = pathOf(payable, request);
  response.status(problem ? 422 : 200).send(payable.render(view, { language, path, values, problem }));
}

function showIncomplete<View>(payable: Payable<View>, turn: Turn & { field: 'number' | 'expiry' | 'cvc' }): void {
  const { mistakes } = pageWords[languageOfTurn(payable, turn)];
  show(payable, { ...turn, problem: { field: turn.field, message: mistakes[turn.field] } });
}

/** What happens to the browser after a payment was tried. */
function follow<View>(payable: Payable<View>, turn: Turn & { result: PayResult }): void {
  const { request, response, result } = turn;
  const path = pathOf(payable, request);
  switch (result.kind) {
    case 'paid': {
      const view = payable.view(request.params.id);
      const returnUrl = view === null ? null : payable.returnUrlOf(view);
      setPageHeaders(response, returnUrl ?? undefined);
      response.redirect(303, returnUrl === null ? path : result.returnUrl);
      return;
    }
    case 'declined': {
      const { declines } = pageWords[languageOfTurn(payable, turn)];
      const message = declines[result.message] ?? result.message;
      show(payable, { ...turn, problem: { field: result.field ?? null, message } });
      return;
    }
    case 'authenticate':
    case 'gone':
      setPageHeaders(response);
      response.redirect(303, path);
  }
}

function languageOfTurn<View>(payable: Payable<View>, { request }: Turn): Language {
  const view = payable.view(request.params.id);
  return languageOfPage(request, view === null ? null : payable.localeOf(view));
}

function pathOf<View>({ name }: Payable<View>, { baseUrl, params }: Request<{ id: string }>): string {
  return `${baseUrl}/${name}/${encodeURIComponent(params.id)}`;
}

/** There is nothing of this id. */
function sendMissing(request: Request, response: Response): void {
  setPageHeaders(response);
  const language = languageOfPage(request, null);
  response.status(404).send(renderMessage(language, { ...pageWords[language].missing, link: null }));
}
