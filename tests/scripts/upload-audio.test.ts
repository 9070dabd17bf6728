import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAudioBucket } from '../../api/content/audio/bucket.ts';
import { catalogFile, recordingsFolder } from '../../api/platform/site/manifest.ts';
import { createLog } from '../../api/platform/log.ts';
import { uploadAll } from '../../scripts/soundscape/upload-all.ts';
import { startBucket } from '../content/audio/bucket-server.ts';
import { folderForTest } from '../content/audio/running-audio.ts';
import { makeSmallSite, smallCatalog } from '../harness/small-site.ts';

const [waves, spoken] = smallCatalog.sessions;

/** A site with a session of three seconds that is made, and one with recordings, of which the Spanish one is elsewhere. */
function siteForTest() {
  const site = makeSmallSite();
  const recordings = join(site, recordingsFolder);
  const audio = { en: 'voice/one two.mp3', es: 'https://media.example.com/dos.mp3' };
  const sessions = [
    { ...waves, durationSeconds: 3 },
    { ...spoken, audio },
  ];
  writeFileSync(join(site, catalogFile), JSON.stringify({ ...smallCatalog, sessions }));
  mkdirSync(join(recordings, 'voice'), { recursive: true });
  writeFileSync(join(recordings, audio.en), 'spoken');
  return { site, recordings };
}

/** Runs `npm run audio`'s program; resolves to its exit code and the lines that it prints of the bucket. */
async function runAudioCommand(env: NodeJS.ProcessEnv): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/audio.ts'], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill());
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: printed.split('\n').filter((line) => /^(?:Into|made|recordings)\b/.test(line)) };
}

describe('npm run audio, with a bucket', () => {
  test('puts there what is made and missing, and recordings again, as they may have changed', async () => {
    const { settings, objects, requests } = await startBucket();
    const folder = folderForTest();
    const { site, recordings } = siteForTest();
    const env = {
      SITE_DIR: site,
      NODE_ENV: 'test',
      DATA_DIR: folder,
      AUDIO_DIR: join(folder, 'audio'),
      AUDIO_BUCKET_URL: settings.url,
      AUDIO_BUCKET_KEY_ID: settings.keyId,
      AUDIO_BUCKET_SECRET: settings.secret,
      AUDIO_BUCKET_REGION: settings.region,
    };
    const into = `Into ${settings.url}`;
    const first = await runAudioCommand(env);
    const [made = '', recording = ''] = [...objects.keys()];
    const key = made.replace('/sounds/', '');
    expect(key).toMatch(/^made\/sinking-slowly-\w+\.mp3$/);
    expect(first).toEqual({ code: 0, lines: [into, `${key}: uploaded`, 'recordings/voice/one two.mp3: uploaded'] });
    expect(recording).toBe('/sounds/recordings/voice/one%20two.mp3');
    const file = readFileSync(join(env.AUDIO_DIR, key.replace('made/', '')));
    expect(objects.get(made)).toMatchObject({ body: file, contentType: 'audio/mpeg' });
    expect(objects.get(recording)).toMatchObject({ body: Buffer.from('spoken'), contentType: 'audio/mpeg' });

    writeFileSync(join(recordings, 'voice/one two.mp3'), 'spoken anew');
    requests.length = 0;
    const second = await runAudioCommand(env);
    expect(second).toEqual({ code: 0, lines: [into, `${key}: is there`, 'recordings/voice/one two.mp3: uploaded'] });
    expect(requests).toEqual([`HEAD ${made} 200`, `PUT ${recording} 200`]);
    expect(objects.get(recording)!.body.toString()).toBe('spoken anew');
  });

  test('says what could not be put there and why, goes on to the end, and fails', async () => {
    const { settings, objects, faults } = await startBucket();
    const folder = folderForTest();
    const upload = async (secret: string, names: readonly string[]) => {
      let shown = '';
      const bucket = openAudioBucket({
        settings: { ...settings, secret },
        log: createLog('silent'),
        now: () => new Date(),
      });
      const uploads = names.map((name) => ({ key: `made/${name}`, file: join(folder, name), mayChange: false }));
      const isWhole = await uploadAll(uploads, bucket, { write: (text: string) => (shown += text) });
      return { isWhole, lines: shown.trimEnd().split('\n') };
    };
    const names = ['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'];
    for (const name of names) writeFileSync(join(folder, name), Buffer.alloc(300_000, name));
    faults.set('/sounds/made/a.mp3', 500).set('/sounds/made/b.mp3', 'broken');
    const failed = await upload(settings.secret, [...names, 'e.mp3']);
    expect(failed).toEqual({
      isWhole: false,
      lines: [
        'made/a.mp3: not uploaded. The bucket answered 500.',
        expect.stringMatching(/^made\/b\.mp3: not uploaded\. fetch failed \(.+\)$/),
        'made/c.mp3: uploaded',
        'made/d.mp3: uploaded',
        expect.stringMatching(/^made\/e\.mp3: not uploaded\. ENOENT: .+$/),
      ],
    });

    faults.clear();
    const refused = await upload('another-secret', ['a.mp3']);
    expect(refused).toEqual({ isWhole: false, lines: ['made/a.mp3: not uploaded. The bucket answered 403.'] });

    const again = await upload(settings.secret, names);
    const words = ['uploaded', 'uploaded', 'is there', 'is there'];
    expect(again).toEqual({ isWhole: true, lines: names.map((name, index) => `made/${name}: ${words[index]}`) });
    expect(objects.size).toBe(names.length);
  });
});
