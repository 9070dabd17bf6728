import { Router, urlencoded } from 'express';
import type { CheckoutActions, DeskActions } from '../actions.ts';
import { addDeskRoutes } from './desk/add-desk-routes.ts';
import { addPayRoutes, sendMissing } from './add-pay-routes.ts';
import { createCheckoutPage } from './checkout-page.ts';
import { createInvoicePage, renderInvoiceDocument } from './invoice-page.ts';
import { languageOfPage } from './language-of-page.ts';
import { setPageHeaders } from './page-headers.ts';
import { renderReceipt } from './render-receipt.ts';

/**
 * The hosted pages of the stand-in, to be used below `/dev/stripe`: `/checkout/<id>`, `/invoice/<id>` and its `/pdf`, and
 * `/receipt/<id>`, for those who have the id, which can't be guessed. Plain HTML without scripts.
 */
export function createPages(actions: CheckoutActions): Router {
  const router = Router();
  router.use(readForm);
  addPayRoutes(router, createCheckoutPage(actions));
  addPayRoutes(router, createInvoicePage(actions));
  router.get('/invoice/:id/pdf', (request, response) => {
    const invoice = actions.viewInvoice(request.params.id);
    if (invoice === null) return sendMissing(request, response);
    setPageHeaders(response);
    response.send(renderInvoiceDocument(invoice, languageOfPage(request, null)));
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
  const router = Router();
  router.use(readForm);
  addDeskRoutes(router, desk);
  return router;
}

const readForm = urlencoded({ extended: false, limit: '10kb' });
