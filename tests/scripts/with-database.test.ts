import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../api/platform/config/config.ts';
import { createLog } from '../../api/platform/log.ts';
import { withDatabase } from '../../scripts/with-database.ts';

test('a command leaves the database as it is where MIGRATE is off, and says what has to be done before', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'commands-'));
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }));
  const config = readConfig({ DATA_DIR: dataDirectory, MIGRATE: 'off' });
  const log = createLog('silent');
  const look = () => withDatabase(config, log, () => Promise.resolve('done'));
  await expect(look()).rejects.toThrow(/^The database has to be brought up to date by npm run migrate/);
  const migrated = await withDatabase({ ...config, migrates: true }, log, (_database, names) => Promise.resolve(names));
  expect(migrated.length).toBeGreaterThan(0);
  expect(await look()).toBe('done');
});
