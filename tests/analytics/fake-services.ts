import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ServiceAddresses } from '../../api/analytics/services.ts';

/** A request that came to a service. */
export interface ServiceRequestSeen {
  readonly service: string;
  readonly url: URL;
  readonly json: unknown;
}

export interface FakeServices {
  readonly addresses: ServiceAddresses;
  readonly requests: ServiceRequestSeen[];
  /** What each service answers; default: 200. 0: nothing, it hangs up. */
  readonly answers: Record<string, number>;
}

/** The servers of all services on a port of this machine; they note what they are told. */
export async function startServices(): Promise<FakeServices> {
  const requests: ServiceRequestSeen[] = [];
  const answers: Record<string, number> = {};
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    const [, service = ''] = url.pathname.split('/');
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push({ service, url, json: body === '' ? undefined : (JSON.parse(body) as unknown) });
      const status = answers[service] ?? 200;
      if (status === 0) response.destroy();
      else response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = {
    yandexMetrica: `${base}/metrica`,
    googleAnalytics: `${base}/google`,
    meta: `${base}/meta`,
  };
  return { addresses, requests, answers };
}
