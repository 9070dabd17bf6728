import type { BrowserContext } from '@playwright/test';

/** What came to the services: the goals and purchases by name, in the order in which they came. */
export interface FakeServices {
  readonly metrica: string[];
  readonly google: string[];
  readonly meta: string[];
  /** Every request, scripts too. */
  readonly all: URL[];
}

const hosts =
  /^https:\/\/(?:mc\.yandex\.(?:ru|com)|[\w.]*(?:googletagmanager|google-analytics|facebook)\.(?:com|net))\//;

/**
 * Answers in the services' stead, slowly: scripts that take over what the site has put into their queues, send each thing
 * over the wire and call back, as the real ones do.
 */
export async function fakeServices(context: BrowserContext, { delay = 0 } = {}): Promise<FakeServices> {
  const services: FakeServices = { metrica: [], google: [], meta: [], all: [] };
  await context.route(hosts, async (route) => {
    const url = new URL(route.request().url());
    services.all.push(url);
    const script = scripts[url.host as keyof typeof scripts];
    const isScript = route.request().resourceType() === 'script';
    const [service, name] = readHit(url);
    if (!isScript && service) services[service].push(name);
    await new Promise((resolve) => setTimeout(resolve, delay));
    const body = isScript ? { contentType: 'text/javascript', body: script } : { status: 204 };
    await route.fulfill({ ...body, headers: { 'Access-Control-Allow-Origin': '*' } }).catch(() => undefined);
  });
  return services;
}

function readHit({ host, searchParams }: URL): ['metrica' | 'google' | 'meta', string] | [null] {
  const names = {
    'mc.yandex.ru': 'metrica',
    'region1.google-analytics.com': 'google',
    'www.facebook.com': 'meta',
  } as const;
  const service = names[host as keyof typeof names];
  const id = searchParams.get('id');
  return service ? [service, `${searchParams.get('what')}${id ? ` ${id}` : ''}`] : [null];
}

const scripts = {
  'mc.yandex.ru': `(() => {
    const queue = window.ym.a || [];
    const send = (what) => fetch('https://mc.yandex.ru/watch/1?' + new URLSearchParams({ what }));
    window.ym = (id, method, ...rest) => {
      if (method === 'hit') void send('hit ' + rest[0]);
      if (method === 'reachGoal') void send(rest[0]).then(() => rest[2]());
    };
    for (const call of queue) window.ym(...call);
  })()`,
  'www.googletagmanager.com': `(() => {
    const queue = window.dataLayer;
    const run = (call) => {
      if (call[0] !== 'event') return;
      const { transaction_id: id = '', event_callback } = call[2];
      const query = new URLSearchParams({ what: call[1], id });
      void fetch('https://region1.google-analytics.com/g/collect?' + query).then(() => event_callback && event_callback());
    };
    queue.forEach(run);
    queue.push = run;
  })()`,
  'connect.facebook.net': `(() => {
    const queue = window.fbq.queue;
    window.fbq.callMethod = (...call) => {
      if (!call[0].startsWith('track')) return;
      document.cookie = '_fbp=fb.1.1.1; Path=/; Max-Age=1000';
      const id = call[1] === 'Purchase' ? call[3].eventID : '';
      new Image().src = 'https://www.facebook.com/tr/?' + new URLSearchParams({ what: call[1], id });
    };
    for (const call of queue) window.fbq.callMethod(...call);
  })()`,
};
