import { JobError, JobRefused } from '../platform/jobs/job.ts';
import type { ServiceName, ServiceRequest } from './purchase.ts';

const patienceMilliseconds = 10_000;

/**
 * Sends a request to a service. Rejects with a `JobError` where it may work later, and with a `JobRefused` where the
 * service does not take it; neither has the address in its words, which holds a token.
 */
export async function tellService(
  name: ServiceName,
  { url, json }: ServiceRequest,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(url, json, signal).catch((error: unknown) => {
    throw new JobError(`${name} did not answer`, { cause: error });
  });
  await response.body?.cancel();
  if (response.ok) return;
  const mayPass = response.status >= 500 || response.status === 429 || response.status === 408;
  throw new (mayPass ? JobError : JobRefused)(`${name} answered ${response.status}`);
}

function send(url: string, json: unknown, signal: AbortSignal): Promise<Response> {
  const content =
    json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
  return fetch(url, { method: 'POST', redirect: 'error', signal: inTime, ...content });
}
