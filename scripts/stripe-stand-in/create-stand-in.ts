import type { CheckoutActions, PortalActions } from './actions.ts';
import { catchUp } from './billing/run-billing.ts';
import { createActions } from './create-actions.ts';
import { createPortalActions } from './portal-actions.ts';
import { createDesk } from './create-desk.ts';
import { createDeliverer, createPost } from './deliver-events.ts';
import { createDeskPages, createPages } from './pages/create-pages.ts';
import type { StandIn, StandInOptions } from '../../api/payments/stand-in.ts';
import { createBooks, removeOld } from './state/books.ts';
import { openStateFile, readState } from './state/state-file.ts';
import { saveTables } from './state/tables.ts';
import { createApiRouter } from './wire/create-api-router.ts';
import { createRouter } from '../../api/platform/http/router.ts';

/** With what its pages do, for tests that need no pages. */
export interface DevelopmentStandIn extends StandIn {
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
  const stateFile = openStateFile(file, { version, tables: () => saveTables(tables) });
  const saveQuietly = () => stateFile.save().catch((error: unknown) => log.error('stripe_stand_in_not_saved', error));
  const post = createPost({ secret: webhookSecret, url: webhookUrl });
  const deliverer = createDeliverer({ books, post, save: saveQuietly, later });
  const commit = async () => {
    await stateFile.save();
    deliverer.wake();
  };
  let timer: NodeJS.Timeout | undefined;

  const actions = createActions(books, commit);
  const portal = createPortalActions(books, commit);
  const router = createRouter();
  router.use(createApiRouter({ books, secretKey, commit, log }));
  router.use('/dev/stripe', createPages(actions, portal));
  return {
    actions,
    portal,
    router,
    desk: createRouter().use('/dev/stripe', createDeskPages(createDesk(books, commit))),
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
    else commitQuietly();
  }

  function commitQuietly(): void {
    void saveQuietly().then(() => deliverer.wake());
  }
}

/** Keeps no process alive. */
function later(action: () => void, milliseconds: number): () => void {
  const timer = setTimeout(action, milliseconds).unref();
  return () => clearTimeout(timer);
}
