import { changeRole, listByRole } from '../../api/accounts/roles.ts';
import type { Database } from '../../api/platform/db/database.ts';
import type { Command } from './read-command.ts';

/** What was done or found: lines to print, and whether it could be done. */
export interface Done {
  readonly lines: readonly string[];
  readonly ok: boolean;
}

/** Does it on this database. */
export async function runCommand(database: Database, command: Exclude<Command, { kind: 'help' }>): Promise<Done> {
  if (command.kind === 'list') {
    const team = await listByRole(database, 'analyst');
    return { lines: team.length === 0 ? ['Nobody may see the reports yet.'] : team, ok: true };
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
