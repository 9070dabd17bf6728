import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ask } from '../harness/app.ts';
import { describePostgres, makeTemporaryFolder, urlOf } from '../harness/databases.ts';
import { script } from '../harness/processes.ts';
import { makeSmallSite } from '../harness/small-site.ts';
import { portOf, startServer } from './server-process.ts';

const settings = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  PUBLIC_URL: 'https://example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@example.com',
  STRIPE_SECRET_KEY: 'sk_test_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};

/** The modules that a process has loaded by its end, as V8 has written them down. */
function loadedModules(folder: string): readonly string[] {
  const urls = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  return urls.filter((url) => url.startsWith('file:')).map((url) => relative('', fileURLToPath(url)));
}

describePostgres('a server in production', (open) => {
  test('loads neither the stand-in for Stripe nor the mailbox, and answers at none of their addresses', async () => {
    const coverage = makeTemporaryFolder();
    const DATABASE_URL = urlOf(await open());
    const environment = { ...settings, DATABASE_URL, SITE_DIR: makeSmallSite(), NODE_V8_COVERAGE: coverage };
    const server = await startServer(environment, script('scripts/serve.ts'));
    const port = await portOf(server);
    expect((await ask(port, '/login')).status).toBe(200);
    for (const page of [
      '/dev/mail',
      '/dev/mail.json',
      '/dev/stripe/',
      '/dev/stripe/checkout/cs_test_1',
      '/v1/customers',
    ])
      expect([page, (await ask(port, page)).status]).toEqual([page, 404]);
    expect(server.output).not.toContain('/dev/');
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    const [line = ''] = server.errors.split('\n');
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', event: 'settings_to_check' });
    expect(line).toContain('STRIPE_SECRET_KEY is a test key');
    const loaded = loadedModules(coverage).filter((file) => !/^(?:\.\.|node_modules)\//.test(file));
    expect(loaded).toContain('api/app.ts');
    expect(loaded).toContain('scripts/soundscape/maker.ts');
    expect(loaded.filter((file) => /^(?:tests|stories|web)\/|^scripts\/(?!soundscape\/)/.test(file)).sort()).toEqual([
      'scripts/handed-dependencies.ts',
      'scripts/serve.ts',
    ]);
  });
});
