import { readableEmail } from '../api/emails/address.ts';
import { changeRole, listByRole } from '../api/accounts/users.ts';
import type { Database } from '../api/platform/db/database.ts';
import { UsageError } from './terminal.ts';

/** What was done or found: lines to print, and whether it could be done. */
interface Done {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

/** Does it on this database. */
export async function runTeamCommand(
  database: Database,
  command: Exclude<TeamCommand, { kind: 'help' }>,
): Promise<Done> {
  if (command.kind === 'list') {
    const team = await listByRole(database, 'analyst');
    return { lines: team.length === 0 ? ['No one can see the reports yet.'] : team.map(readableEmail), ok: true };
  }
  const { kind, email } = command;
  const isAdded = kind === 'add';
  const role = isAdded ? 'analyst' : 'member';
  switch (await changeRole(database, { email, role, requestId: 'npm-run-team' })) {
    case 'unknown':
      return { lines: [`There is no account with the address ${email}. Its owner has to sign up first.`], ok: false };
    case 'unchanged':
      return {
        lines: [`${email} ${isAdded ? 'could see the reports before' : 'could not see the reports'}.`],
        ok: true,
      };
    case 'changed':
      return {
        lines: [`${email} ${isAdded ? 'sees the reports from now on' : 'no longer sees the reports'}.`],
        ok: true,
      };
  }
}

/** What is to be done with the team: those who may see the reports. */
type TeamCommand =
  { readonly kind: 'help' } | { readonly kind: 'list' } | { readonly kind: 'add' | 'remove'; readonly email: string };

export const teamUsage = `Usage: npm run team -- <command>

  list             Who may see the reports of the quizzes, at /cabinet/reports.
  add <email>      Lets the account of this address see them. Its owner signs up like everybody else, and need not pay.
  remove <email>   Takes that back, from the next call on.

The environment is read as npm start reads it (docs/guide/operations.md).`;

/** What is to be done; throws a `UsageError` where that is unclear. */
export function readTeamCommand(args: readonly string[]): TeamCommand {
  if (args.some((argument) => argument === '--help' || argument === '-h')) return { kind: 'help' };
  const [name, email, ...others] = args;
  switch (name) {
    case 'list':
      if (email !== undefined) throw new UsageError('list takes nothing more.');
      return { kind: 'list' };
    case 'add':
    case 'remove':
      if (email === undefined || others.length > 0) throw new UsageError(`${name} takes one email address.`);
      return { kind: name, email };
    case undefined:
      throw new UsageError('Which command?');
    default:
      throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  }
}
