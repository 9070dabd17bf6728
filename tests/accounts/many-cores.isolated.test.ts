import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 16 }));

test('a flood of log-ins leaves a thread to files and names of hosts, however many cores there are', async () => {
  const passwords = createPasswords();
  let done = 0;
  const flood = Array.from({ length: 20 }, () => passwords.hash('calm night 1').then(() => done++));
  await nextTurn();
  await stat('package.json');
  expect(done).toBe(0);
  await Promise.all(flood);
});
