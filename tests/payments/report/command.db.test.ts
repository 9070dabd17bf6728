import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { describePostgres, urlOf } from '../../harness/databases.ts';
import { storePayments } from './paid.ts';

/** The command as a process of its own, as `npm run payments` runs it. */
function payments(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const options = { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...environment } };
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'scripts/payments.ts', ...args],
      options,
      (_, output, errors) => resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}

describePostgres('the command', (open) => {
  test('prints the report of the database that the environment names', async () => {
    const database = await open();
    await storePayments(database, [
      { subscription: 'sub_1' },
      { subscription: 'sub_1', kind: 'renewal', refunded: 500 },
    ]);
    const { code, output, errors } = await payments(['report', '--by', 'plan'], { DATABASE_URL: urlOf(database) });
    expect(errors).toBe('');
    expect(output).toBe(
      [
        'Payments of all time, days in UTC',
        '',
        'plan   currency  purchases  renewals   paid  refunded  disputed    net',
        'basic  USD               1         1  29.98      5.00      0.00  24.98',
        'all    USD               1         1  29.98      5.00      0.00  24.98',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });
});
