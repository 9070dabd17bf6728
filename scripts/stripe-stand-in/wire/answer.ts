import { createHash } from 'node:crypto';
import { catchUp } from '../billing/run-billing.ts';
import type { OperationCall, Operation } from '../calls/operation.ts';
import { wholeList } from '../objects/fields.ts';
import { lineItemsOf } from '../objects/session.ts';
import { type Books, withFreshLinks } from '../state/books.ts';
import type { Rows } from '../state/rows.ts';
import { badRequest, StripeFault } from '../stripe-fault.ts';
import { createParams, type Params, parseForm } from './params.ts';

interface Asked {
  readonly operation: Operation;
  /** Address without its query. */
  readonly path: string;
  /** What the address names. */
  readonly id: string;
  /** Parameters, form-encoded. */
  readonly form: string;
  readonly idempotencyKey: string | null;
  readonly requestId: string;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** It was answered before, and nothing was done now. */
  readonly isReplayed: boolean;
}

/**
 * Does what was asked, all at once: no other request can come in between, so that no idempotency key is ever in
 * use. As at Stripe, a key remembers what was done and refused cards, not what was refused for its parameters.
 */
export function answerOnce(books: Books, asked: Asked): Answered {
  const key = asked.operation.method === 'POST' ? asked.idempotencyKey : null;
  const fingerprint = fingerprintOf(asked);
  const known = key === null ? undefined : books.tables.answers.get(key);
  if (known && known.fingerprint === fingerprint) return { status: known.status, body: known.body, isReplayed: true };
  if (known) return { ...refuse(usedOtherwise(known.id)), isReplayed: false };
  const result = perform(books, asked);
  if (key !== null && (result.status === 200 || result.status === 402)) {
    books.tables.answers.put({ id: key, fingerprint, ...result, at: books.realTime() });
  }
  return { ...result, isReplayed: false };
}

type Result = Pick<Answered, 'status' | 'body'>;

function perform(books: Books, { operation, form, id, idempotencyKey, requestId }: Asked): Result {
  try {
    const params = createParams(parseForm(form));
    refuseUnknown(operation, params);
    catchUp(books);
    const call: OperationCall = { books, params, id };
    const request = { id: requestId, idempotency_key: idempotencyKey };
    const object = books.asRequest(request, () => operation.run(call));
    return { status: 200, body: withFreshLinks(books, expand(books, object, params.texts('expand'))) };
  } catch (error) {
    if (error instanceof StripeFault) return refuse(error);
    throw error;
  }
}

function refuse(fault: StripeFault): Result {
  return { status: fault.status, body: fault.toBody() };
}

function refuseUnknown({ takes }: Operation, { names }: Params): void {
  const param = names.find((name) => name !== 'expand' && !takes.includes(name));
  if (param === undefined) return;
  throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function fingerprintOf({ operation, path, form }: Asked): string {
  return createHash('sha256').update(`${operation.method} ${path} ${form}`).digest('hex');
}

function usedOtherwise(key: string): StripeFault {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFault(400, 'idempotency_error', message);
}

type Value = Readonly<Record<string, unknown>>;

const maximumDepth = 4;

/** Puts whole objects where their ids were asked to be expanded, by paths such as `data.latest_invoice`. */
function expand(books: Books, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((value, path) => {
    const names = path.split('.');
    if (names.length > maximumDepth) {
      throw badRequest(`You cannot expand more than ${maximumDepth} levels of a property. Property: ${path}`, {
        code: 'property_expansion_max_depth',
        param: 'expand',
      });
    }
    return expandPath(books, value as Value, names, path);
  }, answer);
}

function expandPath(books: Books, value: Value, [name, ...rest]: readonly string[], path: string): Value {
  if (name === undefined) return value;
  const found = valueAt(books, value, name);
  if (found === undefined) throw badRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (found === null) return value;
  const expanded = Array.isArray(found)
    ? found.map((item: Value) => expandPath(books, item, rest, path))
    : expandPath(books, found as Value, rest, path);
  return { ...value, [name]: expanded };
}

function valueAt(books: Books, value: Value, name: string): unknown {
  const included = includable[`${String(value['object'])}.${name}`];
  if (included && value[name] === undefined) return included(books, String(value['id']));
  const at = value[name];
  const table = references[name];
  const find = (id: unknown) =>
    typeof id === 'string' ? table && (books.tables[table].get(id) ?? books.tables.deletedCustomers.get(id)) : id;
  if (!Array.isArray(at)) return find(at);
  const found = at.map(find);
  return found.includes(undefined) ? undefined : found;
}

/** Where what a property names is kept. */
const references: Readonly<Record<string, keyof Rows>> = {
  charge: 'charges',
  coupon: 'coupons',
  credit_note: 'creditNotes',
  customer: 'customers',
  default_payment_method: 'paymentMethods',
  discounts: 'discounts',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  payment_method: 'paymentMethods',
  product: 'products',
  promotion_code: 'promotionCodes',
  subscription: 'subscriptions',
  test_clock: 'testClocks',
};

/** Lists that are left out unless somebody asks for them. */
const includable: Readonly<Record<string, (books: Books, id: string) => object>> = {
  'charge.refunds': ({ tables }, id) =>
    wholeList(
      `/v1/charges/${id}/refunds`,
      tables.refunds.newest().filter(({ charge }) => charge === id),
    ),
  'checkout.session.line_items': (books, id) => lineItemsOf(books, id),
  'customer.subscriptions': ({ tables }, id) =>
    wholeList(
      `/v1/customers/${id}/subscriptions`,
      tables.subscriptions.newest().filter(({ customer, status }) => customer === id && status !== 'canceled'),
    ),
  'invoice.payments': ({ tables }, id) =>
    wholeList(
      `/v1/invoice_payments?invoice=${id}`,
      tables.invoicePayments.newest().filter(({ invoice }) => invoice === id),
    ),
};
