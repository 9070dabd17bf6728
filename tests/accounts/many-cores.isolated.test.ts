import { expect, test, vi } from 'vitest';
import { createPasswords } from '../../api/accounts/passwords.ts';

const atWork = vi.hoisted(() => ({ now: 0, most: 0 }));

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 16 }));

vi.mock('@node-rs/argon2', async (original) => ({
  ...(await original<object>()),
  async hash() {
    atWork.now += 1;
    atWork.most = Math.max(atWork.most, atWork.now);
    await Promise.resolve();
    atWork.now -= 1;
    return '';
  },
}));

test('a flood of log-ins leaves one of four threads to files and names of hosts, however many cores there are', async () => {
  const passwords = createPasswords();
  await Promise.all(Array.from({ length: 20 }, () => passwords.hash('calm night 1')));
  expect(atWork).toEqual({ now: 0, most: 3 });
});
