import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eraseLeads } from '../../api/leads/leads.ts';
import { createLeadJobs, signed } from '../../api/leads/webhook.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { createWorker } from '../../api/platform/jobs/worker.ts';
import { createLog } from '../../api/platform/log.ts';
import { listenAnywhere } from '../harness/app.ts';
import { describePostgres } from '../harness/databases.ts';
import { consent, runLeads } from './lead-of-quiz.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The message, as the guide has receivers verify it; throws where it isn't signed with this secret. */
function verify(secret: string, { headers, body }: Received): unknown {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('Too old');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isOurs = signatures!
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isOurs) throw new Error('Not signed by us');
  return JSON.parse(body) as unknown;
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Another's server, which answers with these statuses, one after another, and then with 204. */
async function startReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${port}/leads?token=secret-of-the-address` };
}

/** The worker of a server that tells this webhook. */
function startWorker(database: Database, webhook: { url: string; secrets: string[] } | null) {
  const handlers = createLeadJobs({ database, webhook });
  const worker = createWorker({ database, handlers, log: createLog('silent'), pollMilliseconds: 20 });
  worker.start();
  onTestFinished(() => worker.stop());
}

const jobsOf = ({ knex }: Database) => knex('jobs').select<{ attempts: number; last_error: string | null }[]>();
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const makeDue = ({ knex }: Database) => knex('jobs').update({ run_at: knex.fn.now() });

test('a signature is that of Standard Webhooks, by its own example', () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(signed(message, { url: '', secrets })).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describePostgres('the webhook for leads', (open) => {
  test('gets a lead until it answers, with one id and a signature by each secret', async () => {
    const database = await open();
    const { received, url } = await startReceiver(503);
    const secrets = [newSecret(), newSecret()];
    startWorker(database, { url, secrets });
    const { send } = await runLeads(database);
    await send();
    await until(async () => expect((await jobsOf(database))[0]).toMatchObject({ attempts: 1, last_error: 'JobError: The webhook for leads answered 503' })); // prettier-ignore
    await makeDue(database);
    await until(async () => expect(await jobsOf(database)).toEqual([]));
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const secret of secrets) {
      expect(verify(secret, received[1]!)).toMatchObject({
        type: 'lead.captured',
        data: { contact: 'ada@example.org', funnel: 'sleep', answers: { trouble: 'waking' }, consent },
      });
      expect(() => verify(secret, { ...received[1]!, body: `${received[1]!.body} ` })).toThrow('Not signed by us');
    }
  });

  test('gets of an erased lead only its id', async () => {
    const database = await open();
    const { received, url } = await startReceiver();
    const { send } = await runLeads(database);
    await send();
    const [{ id }] = (await database.knex('leads').select<{ id: string }[]>('id')) as [{ id: string }];
    await eraseLeads(database, 'ada@example.org');
    startWorker(database, { url, secrets: [newSecret()] });
    await until(async () => expect(await jobsOf(database)).toEqual([]));
    expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: 'lead.erased', timestamp: expect.any(String), data: { id } },
    ]);
  });

  test('that is not set leaves no jobs behind', async () => {
    const database = await open();
    startWorker(database, null);
    await (await runLeads(database)).send();
    await until(async () => expect(await jobsOf(database)).toEqual([]));
  });
});
