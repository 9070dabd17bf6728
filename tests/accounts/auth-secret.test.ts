import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOrMakeAuthSecret } from '../../api/platform/data-directory.ts';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'auth-secret-'));

test('a secret is made once, for its user only, and read from then on', async () => {
  const folder = join(makeFolder(), 'not', 'there');
  const secret = await readOrMakeAuthSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(await readOrMakeAuthSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['auth-secret']);
});

test('processes that start at once agree on one', async () => {
  const folder = makeFolder();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrMakeAuthSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
});

test('a secret file that is too short to be safe stops the start', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'auth-secret'), 'short\n');
  await expect(readOrMakeAuthSecret(folder)).rejects.toThrow('auth-secret');
});
