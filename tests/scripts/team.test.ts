import { expect, test } from 'vitest';
import { readCommand } from '../../scripts/team-command.ts';
import { UsageError } from '../../scripts/terminal.ts';

test('the command lists, adds and removes people of the team', () => {
  expect(readCommand(['list'])).toEqual({ kind: 'list' });
  expect(readCommand(['add', 'ada@example.org'])).toEqual({ kind: 'add', email: 'ada@example.org' });
  expect(readCommand(['remove', 'ada@example.org'])).toEqual({ kind: 'remove', email: 'ada@example.org' });
  expect(readCommand(['add', '--help'])).toEqual({ kind: 'help' });
});

test.each([
  [[]],
  [['invite', 'ada@example.org']],
  [['add']],
  [['add', 'a@b.example', 'c@d.example']],
  [['list', 'all']],
])('anything else is explained: %j', (args) => {
  expect(() => readCommand(args)).toThrow(UsageError);
});
