import { AwsClient } from 'aws4fetch';
import { readFile } from 'node:fs/promises';
import type { AudioBucketSettings } from '../../platform/config/audio-bucket.ts';
import type { Log } from '../../platform/log.ts';
import { audioAddressSeconds } from './address.ts';

/** Audio in object storage that speaks S3: what is there is not sent by this server. */
export interface AudioBucket {
  /**
   * A signed address of this object, good for an hour. Null where the bucket didn't have it a minute before `since`, and
   * where it can't be asked.
   */
  find(key: string, since: Date, method: 'GET' | 'HEAD'): Promise<string | null>;
  /** Puts this file there, unless that is under way; rejects where it can't. */
  put(key: string, file: string): Promise<void>;
  /**
   * The same in the background, once each time that the bucket answers `find` that it has no such object; a failure is
   * logged.
   */
  offer(key: string, file: string): void;
}

interface BucketDependencies {
  readonly settings: AudioBucketSettings;
  readonly log: Log;
  readonly now: () => Date;
}

/** What the bucket has said of an object: when it was put there, or that it isn't there; or that it said neither. */
type Whereabouts = number | 'missing' | 'unknown';

/** So long that counts, where the object is there and elsewhere. */
const knownMilliseconds = { there: 600_000, elsewhere: 30_000 } as const;
/** More than any catalogue has. */
const maxKnown = 10_000;

const answerMilliseconds = 3_000;
const uploadMilliseconds = 600_000;

/** By another clock, with seconds alone. */
const clockToleranceMilliseconds = 60_000;

/** Nothing is asked of the bucket before the first listener. */
export function openAudioBucket({ settings, log, now }: BucketDependencies): AudioBucket {
  const { url, keyId, secret, region } = settings;
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });
  const known = new Map<string, { readonly place: Whereabouts; readonly until: number }>();
  const uploads = new Map<string, Promise<void>>();
  const addressOf = (key: string) => `${url}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const warn = (reason: string) => log.warn('audio_bucket_failed', { reason });

  async function lookUp(key: string): Promise<Whereabouts> {
    const before = known.get(key);
    if (before && before.until > now().getTime()) return before.place;
    const place = await ask(key).catch((error: unknown) => {
      warn(bucketReason(error));
      return 'unknown' as const;
    });
    if (known.size >= maxKnown) known.clear();
    const milliseconds = knownMilliseconds[typeof place === 'number' ? 'there' : 'elsewhere'];
    known.set(key, { place, until: now().getTime() + milliseconds });
    return place;
  }

  async function ask(key: string): Promise<Whereabouts> {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const { ok, status, headers } = await client.fetch(addressOf(key), { method: 'HEAD', signal });
    if (ok) return Date.parse(headers.get('Last-Modified') ?? '');
    if (status === 404) return 'missing';
    warn(`status ${status}`);
    return 'unknown';
  }

  async function upload(key: string, file: string): Promise<void> {
    const response = await client.fetch(addressOf(key), {
      method: 'PUT',
      body: await readFile(file),
      headers: { 'Content-Type': 'audio/mpeg', 'Cache-Control': `private, max-age=${audioAddressSeconds}` },
      signal: AbortSignal.timeout(uploadMilliseconds),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The bucket answered ${response.status}.`);
    known.delete(key);
  }

  const bucket: AudioBucket = {
    async find(key, since, method) {
      const place = await lookUp(key);
      if (typeof place !== 'number' || !(place + clockToleranceMilliseconds < since.getTime())) return null;
      const unsigned = `${addressOf(key)}?X-Amz-Expires=${audioAddressSeconds}`;
      return (await client.sign(unsigned, { method, aws: { signQuery: true } })).url;
    },
    put(key, file) {
      const running = uploads.get(key) ?? upload(key, file).finally(() => uploads.delete(key));
      uploads.set(key, running);
      return running;
    },
    offer(key, file) {
      const asked = known.get(key);
      if (asked?.place !== 'missing' || uploads.has(key)) return;
      known.set(key, { ...asked, place: 'unknown' });
      bucket.put(key, file).catch((error: unknown) => warn(bucketReason(error)));
    },
  };
  return bucket;
}

/** Where the bucket has what the server has made, and recordings. */
export const madeKey = (name: string): string => `made/${name}`;
export const recordingKey = (name: string): string => `recordings/${name}`;

/** What has gone wrong with the bucket, in words. `fetch` says it in the cause of its error alone. */
export function bucketReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  return `${message} (${cause.message || String((cause as NodeJS.ErrnoException).code)})`;
}
