import { createHash } from 'node:crypto';
import { lineItemsOf } from '../billing/checkout.ts';
import { catchUp } from '../billing/run-billing.ts';
import { type Operation, references } from '../calls/operation.ts';
import { wholeList } from '../objects/fields.ts';
import type { Books } from '../state/books.ts';
import { badRequest, StripeFault } from '../stripe-fault.ts';
import { parseForm } from './params.ts';

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

interface Result {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Does what was asked, all at once: no other request can come in between, so that no idempotency key is ever in
 * use. As at Stripe, a key remembers what was done and refused cards, not what was refused for its parameters. What is
 * replayed was answered before, and nothing was done now.
 */
export function answerOnce(books: Books, asked: Asked): Result & { readonly isReplayed: boolean } {
  const { operation, path, form } = asked;
  const key = operation.method === 'post' ? asked.idempotencyKey : null;
  const fingerprint = createHash('sha256').update(`${operation.method} ${path} ${form}`).digest('hex');
  const known = books.tables.answers.get(key);
  if (known?.fingerprint === fingerprint) return { status: known.status, body: known.body, isReplayed: true };
  const result = known ? refuse(usedOtherwise(known.id)) : perform(books, asked);
  if (key !== null && !known && (result.status === 200 || result.status === 402)) {
    books.tables.answers.put({ id: key, fingerprint, ...result, at: books.realTime() });
  }
  return { ...result, isReplayed: false };
}

function perform(books: Books, { operation, form, id, idempotencyKey, requestId }: Asked): Result {
  try {
    catchUp(books);
    const request = { id: requestId, idempotency_key: idempotencyKey };
    const { object, expand } = books.asRequest(request, () => operation.run(books, id, parseForm(form)));
    const body = expand.reduce<Value>((value, path) => expandPath(books, value, path.split('.')), object as Value);
    return { status: 200, body };
  } catch (error) {
    if (error instanceof StripeFault) return refuse(error);
    throw error;
  }
}

function refuse(fault: StripeFault): Result {
  return { status: fault.status, body: fault.toBody() };
}

function usedOtherwise(key: string): StripeFault {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFault(400, 'idempotency_error', message);
}

type Value = Readonly<Record<string, unknown>>;

const maximumDepth = 4;

/** Puts whole objects where their ids were asked to be expanded, by the names of a path such as `data.latest_invoice`. */
function expandPath(books: Books, value: Value, [name, ...rest]: readonly string[]): Value {
  if (name === undefined) return value;
  const found = rest.length < maximumDepth ? valueAt(books, value, name) : undefined;
  if (found === undefined) throw badRequest(`This property cannot be expanded (${name}).`, { param: 'expand' });
  if (found === null) return value;
  const expanded = Array.isArray(found)
    ? found.map((item: Value) => expandPath(books, item, rest))
    : expandPath(books, found as Value, rest);
  return { ...value, [name]: expanded };
}

function valueAt(books: Books, value: Value, name: string): unknown {
  const included = includable[`${String(value['object'])}.${name}`];
  if (included && value[name] === undefined) return included(books, String(value['id']));
  const at = value[name];
  const table = references[name];
  if (typeof at !== 'string') return at;
  return table && (books.tables[table].get(at) ?? books.tables.deletedCustomers.get(at));
}

/** Lists that are left out unless somebody asks for them. */
const includable: Readonly<Record<string, (books: Books, id: string) => object>> = {
  'checkout.session.line_items': (books, id) => lineItemsOf(books, id),
  'invoice.payments': ({ tables }, id) =>
    wholeList(
      `/v1/invoice_payments?invoice=${id}`,
      tables.invoicePayments.newest().filter(({ invoice }) => invoice === id),
    ),
};
