import { type Environment, folderUrl, matching, type Parser, secret } from './parse.ts';

/** Where audio lies in object storage that speaks S3, and the key to it. */
export interface AudioBucketSettings {
  /** The bucket, or a folder in it, without a slash at its end. */
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

type Variable = 'AUDIO_BUCKET_URL' | 'AUDIO_BUCKET_KEY_ID' | 'AUDIO_BUCKET_SECRET' | 'AUDIO_BUCKET_REGION';

/** Null: all audio comes from this server. */
export function readAudioBucket(read: <T>(name: Variable, parser: Parser<T>) => T | null): AudioBucketSettings | null {
  const url = read('AUDIO_BUCKET_URL', folderUrl);
  const keyId = read('AUDIO_BUCKET_KEY_ID', secret(3));
  const secretKey = read('AUDIO_BUCKET_SECRET', secret(8));
  const region = read('AUDIO_BUCKET_REGION', regionName);
  if (url === null || keyId === null || secretKey === null || region === null) return null;
  return { url, keyId, secret: secretKey, region };
}

/** Some of it without the rest. */
export function findAudioBucketProblems(environment: Environment): string[] {
  const names: readonly Variable[] = ['AUDIO_BUCKET_URL', 'AUDIO_BUCKET_KEY_ID', 'AUDIO_BUCKET_SECRET'];
  const unset = names.filter((name) => !environment[name]?.trim());
  if (unset.length === 0 || unset.length === names.length) return [];
  return unset.map((name) => `${name} is not set: audio in a bucket needs its URL, KEY_ID and SECRET.`);
}

const regionName = matching(/^[a-z\d-]{1,40}$/i, 'the name of a region, as eu-central-1');
