import type { Request, Response, Router } from 'express';
import type { Language } from '../../../schemas/api/values.ts';
import type { AuthenticationAnswer, PayResult } from '../actions/pay-result.ts';
import type { CardInput } from '../billing/cards.ts';
import { type CardFormValues, readCard, readCardForm } from './card-form.ts';
import type { FormProblem } from './fields.ts';
import { fieldOf, languageOfPage, sendMissing, setPageHeaders } from './page.ts';
import { pageWords } from './words.ts';

export type PayRequest = Request<{ id: string }>;

/** What a page shows besides what it is about. */
export interface PageState {
  readonly language: Language;
  /** The page's own. */
  readonly path: string;
  readonly values: CardFormValues;
  readonly problem: FormProblem | null;
}

interface Viewed {
  /** The language that was asked for; null: the browser's. */
  readonly locale: string | null;
  /** Where its forms may lead to; none: to itself. */
  readonly returnUrl?: string;
}

/** A page at such a path as `/checkout/:id`, for everyone who has the id, which can't be guessed. */
export function createPage<View extends Viewed>(
  name: string,
  see: (id: string) => View | null,
  render: (view: View, state: PageState) => string,
) {
  const pathOf = ({ baseUrl, params }: PayRequest) => baseUrl + name.replace(':id', encodeURIComponent(params.id));
  const wordsFor = (request: PayRequest) => pageWords[languageOfPage(request, see(request.params.id)?.locale ?? null)];

  /** Shows it as it is; `own` is what somebody typed in. */
  function show(request: PayRequest, response: Response, problem: FormProblem | null = null, own: object = {}): void {
    const view = see(request.params.id);
    if (view === null) return sendMissing(request, response);
    setPageHeaders(response, view.returnUrl);
    const language = languageOfPage(request, view.locale);
    const state = { language, path: pathOf(request), values: readCardForm(request), problem };
    response.status(problem ? 422 : 200).send(render({ ...view, ...own }, state));
  }

  /** What happens to the browser after something was tried. */
  function follow(request: PayRequest, response: Response, result: PayResult, own?: object): void {
    const { returnUrl } = see(request.params.id) ?? {};
    if (result.kind === 'paid' && returnUrl !== undefined) return redirect(response, result.returnUrl, returnUrl);
    if (result.kind !== 'declined') return redirect(response, pathOf(request));
    const { message, field = null } = result;
    show(request, response, { field, message: wordsFor(request).declines[message] ?? message }, own);
  }

  const reload = (request: PayRequest, response: Response) => redirect(response, pathOf(request));
  return { name, show, follow, wordsFor, reload };
}

interface Payable {
  readonly page: Pick<ReturnType<typeof createPage>, 'name' | 'show' | 'follow'>;
  readonly pay: (id: string, card: CardInput) => Promise<PayResult>;
  readonly authenticate: (id: string, answer: AuthenticationAnswer) => Promise<PayResult>;
}

/** Shows a page, takes a card by its form, and the answer to the bank. */
export function addPayRoutes(router: Router, { page, pay, authenticate }: Payable): void {
  router.get(page.name, (request: PayRequest, response) => page.show(request, response));
  router.post(page.name, async (request: PayRequest, response) => {
    page.follow(request, response, await pay(request.params.id, readCard(request)));
  });
  router.post(`${page.name}/authentication`, async (request: PayRequest, response) => {
    const answer = fieldOf(request, 'answer') === 'confirm' ? 'confirm' : 'refuse';
    page.follow(request, response, await authenticate(request.params.id, answer));
  });
}

function redirect(response: Response, url: string, returnUrl?: string): void {
  setPageHeaders(response, returnUrl);
  response.redirect(303, url);
}
