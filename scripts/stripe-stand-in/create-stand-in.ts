import { urlencoded } from 'express';
import type { StandIn, StandInOptions } from '../../api/payments/stand-in.ts';
import { createRouter } from '../../api/platform/http/router.ts';
import { type CheckoutActions, createCheckoutActions } from './actions/checkout.ts';
import { createPortalActions, type PortalActions } from './actions/portal.ts';
import { catchUp } from './billing/run-billing.ts';
import { createDeliverer, createPost } from './deliver-events.ts';
import { addCheckoutPage } from './pages/checkout.ts';
import { addDesk } from './pages/desk.ts';
import { addInvoicePage } from './pages/invoice.ts';
import { addPortalPages } from './pages/portal.ts';
import { type Books, createBooks, removeOld } from './state/books.ts';
import { openStateFile, readState } from './state/state-file.ts';
import { saveTables } from './state/tables.ts';
import { createApiRouter } from './wire/create-api-router.ts';

/** With what it keeps, and what its pages do, for tests that need no pages. */
export interface DevelopmentStandIn extends StandIn {
  readonly books: Books;
  readonly actions: CheckoutActions;
  readonly portal: PortalActions;
}

/** How often it looks for what happens by itself, in milliseconds; it also looks at each request. */
const tick = 1000;

/**
 * Reads what an earlier run kept: throws a `StandInStateError`, which says what to do, if it cannot. One process at a
 * time may use a file.
 */
export function createStandIn(options: StandInOptions): DevelopmentStandIn {
  const { secretKey, webhookSecret, webhookUrl, origin, file, now = Date.now, log } = options;
  const isDelivering = () => webhookUrl() !== null;
  const books = createBooks({ saved: readState(file), now, origin, isDelivering });
  const { tables, version } = books;
  removeOld(books);
  const save = openStateFile(file, { version, tables: () => saveTables(tables) });
  const saveQuietly = () => save().catch((error: unknown) => log.error('stripe_stand_in_not_saved', error));
  const post = createPost(webhookSecret, webhookUrl);
  const deliverer = createDeliverer({ books, post, save: saveQuietly, later });
  const commit = async () => {
    await save();
    deliverer.wake();
  };
  let timer: NodeJS.Timeout | undefined;

  const actions = createCheckoutActions(books, commit);
  const portal = createPortalActions(books, commit);
  const readForm = urlencoded({ extended: false, limit: '10kb' });
  const pages = createRouter().use(readForm);
  addCheckoutPage(pages, actions);
  addInvoicePage(pages, actions);
  addPortalPages(pages, portal);
  const desk = createRouter().use(readForm);
  addDesk(desk, books, commit);
  return {
    books,
    actions,
    portal,
    router: createRouter().use(createApiRouter({ books, secretKey, commit, log })).use('/dev/stripe', pages),
    desk: createRouter().use('/dev/stripe', desk),
    start() {
      deliverer.start();
      timer ??= setInterval(processDue, tick).unref();
    },
    async stop() {
      clearInterval(timer);
      await deliverer.stop();
      await saveQuietly();
    },
  };

  function processDue(): void {
    const before = version();
    catchUp(books);
    if (version() === before) deliverer.wake();
    else void saveQuietly().then(() => deliverer.wake());
  }
}

/** Keeps no process alive. */
function later(action: () => void, milliseconds: number): () => void {
  const timer = setTimeout(action, milliseconds).unref();
  return () => clearTimeout(timer);
}
