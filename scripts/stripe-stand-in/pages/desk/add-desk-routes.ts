import type { Request, Response, Router } from 'express';
import type { DeskActions } from '../../actions.ts';
import { setPageHeaders } from '../page-headers.ts';
import { renderDesk } from './render-desk.ts';

/** The desk at `/`: what there is, and what somebody could do about it in Stripe's Dashboard. */
export function addDeskRoutes(router: Router, desk: DeskActions): void {
  router.get('/', (request, response) => {
    setPageHeaders(response);
    response.send(renderDesk(desk.overview(), request.baseUrl));
  });
  const addForm = (name: string, act: (id: string, outcome: unknown) => Promise<void>) =>
    router.post(`/desk/${name}/:id`, async (request: Request<{ id: string }>, response: Response) => {
      const { outcome } = (request.body ?? {}) as { readonly outcome?: unknown };
      await act(request.params.id, outcome);
      setPageHeaders(response);
      response.redirect(303, `${request.baseUrl}/`);
    });
  addForm('refund', (id) => desk.refund(id));
  addForm('dispute', (id) => desk.dispute(id));
  addForm('cancel', (id) => desk.cancel(id));
  addForm('decide', async (id, outcome) => {
    if (outcome === 'won' || outcome === 'lost') await desk.decide(id, outcome);
  });
}
