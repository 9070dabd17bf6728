import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { loadOne } from '../../../scripts/funnel/load-one.ts';
import { run, temporaryFolder } from './run.ts';

test('the flow of a funnel is drawn on standard output', async () => {
  const { exitCode, out } = await run(['graph', 'sleep-issues']);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^<svg .*<\/svg>\n$/s);
  expect(out).not.toContain('What keeps');
});

test('a file is written in the format and the language that were asked for', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'flow.mmd');
  const ran = await run(['graph', 'sleep-issues', '--format', 'mermaid', '--locale', 'es', '--out', file]);
  expect(ran).toEqual({ exitCode: 0, out: `The flow of sleep-issues is drawn in ${file}.\n`, err: '' });
  expect(readFileSync(file, 'utf8')).toMatch(/^flowchart TD\n {2}start\(\["Dormir mejor<br\/>/);
});

/** Every transition: its state, event, target, guard and actions. */
function transitionsOf({ states, root }: AnyStateMachine): unknown[] {
  return [root, ...Object.values(states)].flatMap((state) =>
    [...state.transitions.values(), ...(state.always ? [state.always] : [])].flat().map((each) => ({
      from: state.key,
      event: each.eventType,
      to: each.target?.map(({ key }) => key),
      guard: each.guard,
      actions: each.actions,
    })),
  );
}

test('XState makes the same machine of the configuration that is printed, with any guards and actions', async () => {
  const { out } = await run(['graph', 'sleep-issues', '--format', 'xstate']);
  const machine = createFunnelMachine(loadOne('sleep-issues', 'funnels').funnel);
  const printed = createMachine(JSON.parse(out) as object, {
    guards: Object.fromEntries(Object.keys(machine.implementations.guards).map((name) => [name, () => true])),
    actions: Object.fromEntries(Object.keys(machine.implementations.actions).map((name) => [name, () => {}])),
  });
  expect(Object.keys(printed.states)).toEqual(Object.keys(machine.states));
  expect(printed.states['finished']!.type).toBe('final');
  expect(transitionsOf(printed)).toEqual(transitionsOf(machine));
  expect(transitionsOf(printed).length).toBeGreaterThan(30);
});

test('what can’t be drawn or written is reported in one line', async () => {
  expect(await run(['graph', 'sleep-issues', '--locale', 'de'])).toMatchObject({
    exitCode: 1,
    err: 'sleep-issues has no words in "de". It has: en, es.\n',
  });
  const nowhere = await run(['graph', 'sleep-issues', '--out', 'no-such-folder/flow.svg']);
  expect(nowhere.exitCode).toBe(1);
  expect(nowhere.err).toMatch(/^no-such-folder\/flow\.svg can't be written: .+\n$/);
  expect(existsSync('no-such-folder')).toBe(false);
});
