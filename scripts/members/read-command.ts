import { parseArgs } from 'node:util';
import { UsageError } from '../terminal.ts';

/** What is to be done for a member, by whom and why. */
export type MemberCommand =
  | { readonly kind: 'help' }
  | ({ readonly kind: 'find' | 'show' | 'refund' | 'log-out' | 'cancel-undo' | 'remove' } & Order)
  | ({ readonly kind: 'grant'; readonly days: number } & Order)
  | ({ readonly kind: 'resend'; readonly mail: string } & Order);

export interface Order {
  /** What names the account or the payment. */
  readonly target: string;
  readonly by: string;
  readonly why: string;
}

export const memberUsage = `Usage: npm run members -- <command> <whom> --why "…"

  find <whom>                  Which account it is.
  show <whom>                  Its access and why, subscriptions, payments, log-ins, emails sent, and what support did.
  grant <whom> --days DAYS     Access for so many days from now (1 to 366), beside what is paid for.
  refund <payment>             Gives back what is left of a payment and ends what it paid for, guarantee or not.
  resend <whom> --mail ID      Sends an email again that show lists, with a new link where it has one.
  log-out <whom>               Ends all log-ins of the account.
  cancel-undo <whom>           Lets nobody undo a change of email any more; one that was undone counts again.
  remove <whom>                Removes the account, as its owner can: what runs in Stripe ends. It can't be undone.

<whom>: an email address (also one that was changed in the last 30 days), the account's id, an invoice's number, or an
id of Stripe: cus_…, sub_…, or a payment's. <payment>: its id as show says it, an invoice's number, or Stripe's id of
anything about it: pi_…, in_…, cs_…, ch_…, re_…, dp_….

  --why TEXT   Why it is done. It is written into the audit log, so nothing personal belongs there.
  --by NAME    Who does it; default: who is logged in on this machine.

The environment is read as npm start reads it (docs/guide/operations.md).`;

const kinds = ['find', 'show', 'grant', 'refund', 'resend', 'log-out', 'cancel-undo', 'remove'] as const;

/** What is to be done, by `user` unless it says who; throws a `UsageError` where that is unclear. */
export function readMemberCommand(args: readonly string[], user: string | null): MemberCommand {
  if (args.length === 0) throw new UsageError('Which command?');
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  const [name, target, ...others] = positionals;
  const kind = kinds.find((each) => each === name);
  if (kind === undefined) throw new UsageError(`There is no command ${JSON.stringify(name ?? '')}.`);
  if (target === undefined || others.length > 0) throw new UsageError(`${kind} takes one account or payment.`);
  const why = values.why?.trim() ?? '';
  if (why === '') throw new UsageError('Say with --why why it is done.');
  const by = values.by?.trim() || user;
  if (by === null) throw new UsageError('Say with --by who does it.');
  const order = { target: target.trim(), by: by.slice(0, 100), why: why.slice(0, 500) };
  if (values.days !== undefined && kind !== 'grant') throw new UsageError('Only grant takes --days.');
  if (values.mail !== undefined && kind !== 'resend') throw new UsageError('Only resend takes --mail.');
  if (kind === 'grant') return { kind, ...order, days: readDays(values.days) };
  if (kind !== 'resend') return { kind, ...order };
  if (values.mail === undefined) throw new UsageError('Say with --mail which email, by its id as show lists it.');
  return { kind, ...order, mail: values.mail };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { why: text, by: text, days: text, mail: text, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const maxDays = 366;

function readDays(text: string | undefined): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return days;
  throw new UsageError(`--days takes a number of days from 1 to ${maxDays}.`);
}
