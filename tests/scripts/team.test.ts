import { expect, test } from 'vitest';
import { readTeamCommand } from '../../scripts/team-command.ts';
import { UsageError } from '../../scripts/terminal.ts';

test('the command lists, adds and removes people of the team', () => {
  expect(readTeamCommand(['list'])).toEqual({ kind: 'list' });
  expect(readTeamCommand(['add', 'ada@example.org'])).toEqual({ kind: 'add', email: 'ada@example.org' });
  expect(readTeamCommand(['remove', 'ada@example.org'])).toEqual({ kind: 'remove', email: 'ada@example.org' });
  expect(readTeamCommand(['add', '--help'])).toEqual({ kind: 'help' });
});

test.each([
  [[]],
  [['invite', 'ada@example.org']],
  [['add']],
  [['add', 'a@b.example', 'c@d.example']],
  [['list', 'all']],
])('anything else is explained: %j', (args) => {
  expect(() => readTeamCommand(args)).toThrow(UsageError);
});
