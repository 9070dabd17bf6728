import { Router } from 'express';
import { unsubscribe } from '../../schemas/api/emails.ts';

/**
 * Some mail programs open the address of `List-Unsubscribe` in a browser instead of POSTing to it: its GET leads to the
 * page, where the person decides. It changes nothing. Goes below `/api`, before the calls. `publicUrl` is null where the
 * site has the API's own address.
 */
export function createUnsubscribeRedirect(publicUrl: string | null): Router {
  const router = Router();
  router.get(unsubscribe.path.replace(/\{(\w+)\}\/$/, ':$1'), (_request, response) => {
    response.redirect(303, `${publicUrl ?? ''}/cabinet/email-unsubscribe`);
  });
  return router;
}
