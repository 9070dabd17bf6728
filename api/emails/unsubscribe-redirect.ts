import { Router } from 'express';
import { unsubscribe } from '../../schemas/api/emails.ts';

/**
 * Some mail programs open the address of `List-Unsubscribe` in a browser instead of POSTing to it: its GET leads to the
 * page, where the person decides. It changes nothing. Goes below `/api`, before the calls. `publicUrl` is null where the
 * site has the API's own address.
 */
export function createUnsubscribeRedirect(publicUrl: string | null): Router {
  const router = Router();
  // All methods, so that Express doesn't answer OPTIONS here: that names the methods of the call.
  router.all(unsubscribe.path.replace(/\{(\w+)\}\/$/, ':$1'), ({ method }, response, next) => {
    if (method !== 'GET' && method !== 'HEAD') return next();
    response.redirect(303, `${publicUrl ?? ''}/cabinet/email-unsubscribe`);
  });
  return router;
}
