import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { createTaskQueue, TaskQueueFull } from '../../api/accounts/passwords.ts';

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

/** A task that runs until it is told to end. */
function makeTask(name: string, log: string[]) {
  const ends = new EventEmitter();
  const end = once(ends, 'end').then(() => name);
  const run = () => {
    log.push(name);
    return end;
  };
  return { run, end: () => ends.emit('end'), fail: () => ends.emit('error', new Error(name)) };
}

test('tasks run in the order in which they came, so many at once', async () => {
  const log: string[] = [];
  const line = createTaskQueue({ permits: 2, places: 10 });
  const tasks = ['a', 'b', 'c', 'd'].map((name) => makeTask(name, log));
  const runs = tasks.map((task) => line.run(task.run));
  await turnOfTheLoop();
  expect(log).toEqual(['a', 'b']);
  tasks[1]!.end();
  await turnOfTheLoop();
  expect(log).toEqual(['a', 'b', 'c']);
  tasks.forEach((task) => task.end());
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd']);
});

test('a task that fails makes room like any other', async () => {
  const log: string[] = [];
  const line = createTaskQueue({ permits: 1, places: 1 });
  const [first, second] = [makeTask('a', log), makeTask('b', log)];
  const runs = [line.run(first.run), line.run(second.run)];
  first.fail();
  await expect(runs[0]).rejects.toThrow('a');
  second.end();
  expect(await runs[1]).toBe('b');
});

test('a task that finds no place is refused at once', async () => {
  const line = createTaskQueue({ permits: 1, places: 0 });
  const task = makeTask('a', []);
  const run = line.run(task.run);
  await expect(line.run(task.run)).rejects.toThrow(TaskQueueFull);
  task.end();
  await run;
});
