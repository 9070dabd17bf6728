import { expect, test } from 'vitest';
import { conversionJob, createConversionJobs, removeOldTracking } from '../../api/analytics/conversions.ts';
import type { AnalyticsSettings } from '../../api/platform/config/analytics.ts';
import type { Database } from '../../api/platform/db/database.ts';
import { JobError, JobRefused, type Job } from '../../api/platform/jobs/queue.ts';
import type { Tracking } from '../../schemas/api/payments.ts';
import { describePostgres } from '../harness/databases.ts';
import { addMember, runPayments } from '../payments/calls/running-payments.ts';
import { startStripe } from '../payments/calls/stripe-front.ts';
import { startServices } from './fake-services.ts';

const settings: AnalyticsSettings = {
  consent: 'ask',
  yandexMetrica: { id: 12_345_678, token: 'metrica-token' },
  googleAnalytics: { id: 'G-AB12CD34EF', secret: 'google-secret' },
  metaPixel: { id: '1234567890123456', utmSource: 'meta', token: 'meta-token' },
};
const tracking: Tracking = {
  yandexMetrica: '1700000000123456789',
  googleAnalytics: '1234567890.1700000000',
  meta: { fbp: 'fb.1.1700000000000.1234567890', userAgent: 'A browser' },
};

/** Somebody buys a plan for 14.99 dollars; their browser has those names. */
async function buy(database: Database, names?: Tracking) {
  const payments = runPayments(database, await startStripe());
  const ada = await addMember(database);
  const id = await payments.purchase(ada, 'basic', names && { tracking: names });
  const jobs = database.knex('jobs').where({ kind: conversionJob });
  return { id, ada, payments, jobs: await jobs.select<Job[]>('id', 'kind', 'payload') };
}

function runJob(database: Database, job: Job, parts: Partial<Parameters<typeof createConversionJobs>[0]>) {
  const handlers = createConversionJobs({ database, settings, publicUrl: 'https://example.com', ...parts });
  return handlers[conversionJob]!(job, new AbortController().signal);
}

async function trackingOf({ knex }: Database, id: string): Promise<unknown> {
  return (await knex('payments').where({ id }).first<{ tracking: unknown }>('tracking')).tracking;
}

describePostgres('a purchase', (open) => {
  test('is sent to each service by the names of the browser, and these are erased', async () => {
    const [database, services] = [await open(), await startServices()];
    const { id, ada, payments, jobs } = await buy(database, tracking);
    expect(jobs.map(({ payload }) => payload)).toEqual([{ payment: id }]);
    await payments.sync.user(ada.id);
    expect(await database.knex('jobs').where({ kind: conversionJob })).toHaveLength(1);
    await runJob(database, jobs[0]!, services);
    expect(await trackingOf(database, id)).toBeNull();

    const [metrica, google, meta] = ['metrica', 'google', 'meta'].map((name) => {
      const [request, ...more] = services.requests.filter(({ service }) => service === name);
      expect(more).toEqual([]);
      return request!;
    });
    const { page, ...query } = { page: metrica!.url.pathname, ...Object.fromEntries(metrica!.url.searchParams) };
    expect(page).toBe('/metrica/collect/');
    const goal = { tid: '12345678', cid: tracking.yandexMetrica, ms: 'metrica-token', t: 'event', ea: 'purchase' };
    expect(query).toMatchObject({ ...goal, pa: 'purchase', ti: id, tr: '14.99', cu: 'USD', pr1id: 'basic' });
    const secrets = 'measurement_id=G-AB12CD34EF&api_secret=google-secret';
    expect(`${google!.url.pathname}${google!.url.search}`).toBe(`/google/mp/collect?${secrets}`);
    const params = { transaction_id: id, value: 14.99, currency: 'USD' };
    const event = { name: 'purchase', params };
    expect(google!.json).toMatchObject({ client_id: tracking.googleAnalytics, events: [event] });
    expect(meta!.url.pathname).toMatch(/^\/meta\/v\d+\.0\/1234567890123456\/events$/);
    const { userAgent, fbp } = tracking.meta!;
    expect(meta!.json).toMatchObject({
      access_token: 'meta-token',
      data: [
        {
          event_name: 'Purchase',
          event_id: id,
          action_source: 'website',
          event_source_url: 'https://example.com/cabinet/payment',
          user_data: {
            client_user_agent: userAgent,
            fbp,
          },
          custom_data: {
            value: 14.99,
            currency: 'USD',
          },
        },
      ],
    });
    expect(JSON.stringify(services.requests)).not.toContain(ada.email);
  });

  test('is sent once to a service that has accepted it, while another is tried again', async () => {
    const [database, services] = [await open(), await startServices()];
    const { id, jobs } = await buy(database, tracking);
    services.answers['google'] = 0;
    services.answers['meta'] = 400;
    const failure = await runJob(database, jobs[0]!, services).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JobError);
    expect(String(failure)).not.toMatch(/secret|token|http/);
    expect(await trackingOf(database, id)).toEqual({
      googleAnalytics: tracking.googleAnalytics,
      meta: tracking.meta,
    });
    services.answers['google'] = 204;
    await expect(runJob(database, jobs[0]!, services)).rejects.toThrow(JobRefused);
    services.answers['meta'] = 200;
    await runJob(database, jobs[0]!, services);
    const countRequests = (name: string) => services.requests.filter(({ service }) => service === name).length;
    expect(['metrica', 'google', 'meta'].map(countRequests)).toEqual([1, 2, 3]);
    expect(await trackingOf(database, id)).toBeNull();
  });

  test('is sent to no service where the browser gave no names, or the server has no token', async () => {
    const [database, services] = [await open(), await startServices()];
    expect((await buy(database)).jobs).toEqual([]);
    const other = await addMember(database, 'bea@example.org');
    const payments = runPayments(database, await startStripe());
    const id = await payments.purchase(other, 'basic', { tracking });
    const [job] = await database.knex('jobs').where({ kind: conversionJob }).select<Job[]>('id', 'kind', 'payload');
    const none = {
      consent: 'ask',
      yandexMetrica: { id: 1, token: null },
      googleAnalytics: null,
      metaPixel: null,
    } as const;
    await runJob(database, job!, { ...services, settings: none });
    expect(services.requests).toEqual([]);
    expect(await trackingOf(database, id)).toBeNull();
  });

  test('that is not made in two days leaves no names, nor does one whose buyer takes them back', async () => {
    const database = await open();
    const payments = runPayments(database, await startStripe());
    const ada = await addMember(database);
    const { id } = await payments.buy(ada, 'basic', tracking);
    expect(await trackingOf(database, id)).toEqual(tracking);
    await payments.buy(ada, 'basic');
    expect(await trackingOf(database, id)).toBeNull();
    await payments.buy(ada, 'basic', tracking);
    await removeOldTracking(database);
    expect(await trackingOf(database, id)).toEqual(tracking);
    await database.knex('payments').update({ created_at: database.knex.raw(`now() - interval '49 hours'`) });
    await removeOldTracking(database);
    expect(await trackingOf(database, id)).toBeNull();
  });
});
