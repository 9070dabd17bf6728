import { type AudioBucket, bucketReason } from '../../api/content/audio/bucket.ts';

/** A file for the bucket. */
interface Upload {
  readonly key: string;
  readonly file: string;
  /** Whether what the bucket has under this key may be something older. */
  readonly mayChange: boolean;
}

interface Screen {
  write(text: string): unknown;
}

/** Puts files into the bucket, one after the other, with a line for each. Resolves to whether all of them are there. */
export async function uploadAll(uploads: readonly Upload[], bucket: AudioBucket, screen: Screen): Promise<boolean> {
  const anyTime = new Date(8_640_000_000_000_000);
  let failed = 0;
  for (const { key, file, mayChange } of uploads) {
    try {
      const isThere = !mayChange && (await bucket.find(key, anyTime, 'GET')) !== null;
      if (!isThere) await bucket.put(key, file);
      screen.write(`${key}: ${isThere ? 'is there' : 'uploaded'}\n`);
    } catch (error) {
      failed += 1;
      screen.write(`${key}: not uploaded. ${bucketReason(error)}\n`);
    }
  }
  return failed === 0;
}
