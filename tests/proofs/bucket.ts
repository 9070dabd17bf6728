import { AwsClient } from 'aws4fetch';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright';
import type { CatalogFile } from '../../api/content/catalog.ts';
import { recordingsFolder } from '../../api/platform/site/manifest.ts';
import { callApi, logIn, signUp } from '../harness/api-calls.ts';
import { browserArgs } from '../harness/browser-args.ts';
import { type ApiProcess, script, startApi } from '../harness/processes.ts';
import { startCeph } from './ceph.ts';
import { grantAccess } from './member.ts';
import { freshDatabaseUrl } from './postgres.ts';
import { demand } from './report.ts';

/**
 * Audio in a bucket of Ceph's object storage, which is no work of ours: `npm run audio` uploads made sound and a
 * recording, a member plays and saves both in Chromium and gets them from there, by ranges, and Ceph refuses addresses
 * that are old or tampered with. Without its gateway, the server sends the audio itself.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'proof-bucket-'));
const inFolder = (name: string) => path.join(folder, name);
mkdirSync(inFolder('ceph'));
const ceph = await startCeph(inFolder('ceph'));
const bucketUrl = `${ceph.url}/sounds`;
const client = new AwsClient({
  accessKeyId: ceph.keyId,
  secretAccessKey: ceph.secret,
  region: 'us-east-1',
  service: 's3',
});

/** The bucket allows browsers what the guide says. */
async function makeBucket(): Promise<void> {
  const guide = readFileSync('docs/guide/operate/cdn.md', 'utf8');
  const { CORSRules: rules } = JSON.parse(/```json\n([^`]+)```/.exec(guide)![1]!) as { CORSRules: readonly CorsRule[] };
  const body = `<CORSConfiguration>${rules.map(tagsOf).join('')}</CORSConfiguration>`;
  const made = await client.fetch(bucketUrl, { method: 'PUT' });
  const md5 = createHash('md5').update(body).digest('base64');
  const allowed = await client.fetch(`${bucketUrl}?cors`, { method: 'PUT', body, headers: { 'Content-MD5': md5 } });
  demand(
    'Ceph makes a bucket and takes the CORS rules of docs/guide/operate/cdn.md',
    made.ok && allowed.ok,
    `${made.status}, ${allowed.status}`,
  );
}

type CorsRule = Readonly<Record<string, readonly string[]>>;

/** A rule as S3 has it on the wire. */
function tagsOf(rule: CorsRule): string {
  const tags = Object.entries(rule).flatMap(([names, values]) => {
    const name = names.replace(/s$/, '');
    return values.map((value) => `<${name}>${value}</${name}>`);
  });
  return `<CORSRule>${tags.join('')}</CORSRule>`;
}

/** One session that is made and one with a recording, whose name has what has to be escaped. */
const madeTitle = 'Before you go in';
const spokenTitle = 'Sinking slowly';
const recording = "voice/one (two) it's + 3 é.mp3";

/** The built site with these two alone. */
function makeSite(): string {
  const site = inFolder('site');
  cpSync('dist/site', site, { recursive: true });
  const catalog = JSON.parse(readFileSync(path.join(site, 'catalog.json'), 'utf8')) as CatalogFile;
  const sessions = catalog.sessions.flatMap((session) => {
    if (session.words.en?.title === madeTitle) return [session];
    return session.words.en?.title === spokenTitle ? [{ ...session, audio: { en: recording, es: recording } }] : [];
  });
  writeFileSync(path.join(site, 'catalog.json'), JSON.stringify({ ...catalog, sessions, hash: 'of two' }));
  return site;
}

await makeBucket();
const databaseUrl = await freshDatabaseUrl();
const environment = {
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  DATA_DIR: inFolder('data'),
  AUDIO_DIR: inFolder('audio'),
  SITE_DIR: makeSite(),
  AUTH_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  AUDIO_BUCKET_URL: bucketUrl,
  AUDIO_BUCKET_KEY_ID: ceph.keyId,
  AUDIO_BUCKET_SECRET: ceph.secret,
};
const recorded = path.join(environment.SITE_DIR, recordingsFolder, recording);
mkdirSync(path.dirname(recorded), { recursive: true });
writeFileSync(recorded, 'not yet');

function runAudio(more: NodeJS.ProcessEnv = {}): { status: number | null; lines: string[] } {
  const [program = '', ...args] = script('scripts/audio.ts');
  const { status, stdout } = spawnSync(program, args, {
    env: { ...process.env, ...environment, ...more },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { status, lines: stdout.split('\n').filter((line) => /^(?:made|recordings)\//.test(line)) };
}

const refused = runAudio({ AUDIO_BUCKET_SECRET: 'another-secret' });
const saysWhy = refused.lines.length === 2 && refused.lines.every((line) => line.endsWith('The bucket answered 403.'));
demand('npm run audio fails with a wrong key, and says why', refused.status === 1 && saysWhy, refused.lines.join(' '));
// The recording of this proof is what was made: something that plays.
const [, madeFile = ''] = /^made\/([^:]+):/.exec(refused.lines[0] ?? '') ?? [];
cpSync(inFolder(`audio/${madeFile}`), recorded);
const first = runAudio();
const uploaded = first.lines.filter((line) => line.endsWith(': uploaded')).length;
demand(
  'npm run audio uploads made sound and the recording',
  first.status === 0 && uploaded === 2,
  first.lines.join('; '),
);
const second = runAudio();
const skipped = second.lines.filter((line) => line.endsWith(': is there')).length;
demand('and leaves made sound that is there', second.status === 0 && skipped === 1, second.lines.join('; '));
const uploadedAt = Date.now();

const email = 'ada@example.com';
let api = await startApi(environment);
await signUp(api.url, email, 1);
grantAccess(databaseUrl, email);
// An address leads to the bucket once the object has been there for a minute.
await sleep(uploadedAt + 62_000 - Date.now());

const browser = await chromium.launch({
  args: [...browserArgs, '--autoplay-policy=no-user-gesture-required'],
  executablePath: process.env['CHROMIUM']!,
});

/** What the browser gets of audio: from where, with which status. */
function follow(context: BrowserContext): string[] {
  const answers: string[] = [];
  context.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === ceph.url) answers.push(`Ceph ${response.status()} ${response.request().method()}`);
    else if (/\/audio\/[\w-]+\/$/.test(pathname)) answers.push(`site ${response.status()}`);
  });
  return answers;
}

async function enter(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => {
    localStorage.setItem('welcomeModalSeen', 'true');
    const sounds: HTMLAudioElement[] = [];
    Object.assign(window, { sounds });
    window.Audio = class extends Audio {
      constructor() {
        super();
        sounds.push(this);
      }
    };
  });
  const page = await context.newPage();
  const { body } = await logIn(api.url, email, 1);
  const cookies = { authToken: body.accessToken, refreshToken: body.refreshToken };
  const domain = { domain: '127.0.0.1', path: '/' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, ...domain })));
  await page.goto(`${api.url}/cabinet/sessions`);
  return page;
}

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title });

/** Plays a session until it sounds; jumps there, if a second is given, and waits until it sounds there. */
async function play(page: Page, title: string, second?: number): Promise<void> {
  await cardOf(page, title)
    .getByRole('button', { name: /^(?:Play|Continue)/ })
    .click();
  await soundsFrom(page, 0);
  if (second === undefined) return;
  await page.evaluate((there) => {
    (window as unknown as { sounds: HTMLAudioElement[] }).sounds.at(-1)!.currentTime = there;
  }, second);
  await soundsFrom(page, second);
}

/** It has gone on by itself for more than a second from there. */
const soundsFrom = (page: Page, second: number) =>
  page.waitForFunction(
    (from) => (window as unknown as { sounds: HTMLAudioElement[] }).sounds.at(-1)!.currentTime > from + 1,
    second,
    { timeout: 60_000 },
  );

const isFromCeph = (answers: readonly string[]) =>
  answers.includes('site 302') && answers.includes('Ceph 206 GET') && !answers.some((each) => /site 20[06]/.test(each));

for (const title of [madeTitle, spokenTitle]) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const answers = follow(context);
  const problem = await play(await enter(context), title, 600).then(() => '', String);
  const figure = problem || answers.join(', ');
  demand(`“${title}” plays from Ceph, and from its tenth minute`, problem === '' && isFromCeph(answers), figure);
  await context.close();
}

{
  const context = await browser.newContext();
  const page = await enter(context);
  const answers = follow(context);
  const card = cardOf(page, madeTitle);
  await card.getByRole('button', { name: /^Save on this device/ }).click();
  const removes = card.getByRole('button', { name: /^Remove from this device/ });
  const problem = await removes.waitFor({ timeout: 60_000 }).then(() => '', String);
  // The worker answers from the next load on.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await removes.waitFor();
  await context.setOffline(true);
  await page.reload();
  const plays = problem || (await play(page, madeTitle).then(() => '', String));
  demand(
    'it is saved from Ceph, and plays offline',
    plays === '' && answers.includes('Ceph 200 GET'),
    plays || answers.join(', '),
  );
  await context.close();
}
await browser.close();

/** The address to which the server leads a member now; null where it sends the audio itself. */
async function findAddress({ url }: ApiProcess): Promise<string | null> {
  const { body } = await logIn(url, email, 1);
  const token = body.accessToken;
  const session = await callApi<{ audioUrl?: string }>(url, '/v1/content/before-you-go-in/', { method: 'GET', token });
  const answer = await fetch(new URL(session.body.audioUrl!, url), {
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
  await answer.body?.cancel();
  return answer.status === 302 ? answer.headers.get('location') : null;
}

const address = (await findAddress(api))!;
const file = readFileSync(inFolder(`audio/${madeFile}`));
const part = await fetch(address, { headers: { Range: 'bytes=1000000-1000999' } });
const bytes = Buffer.from(await part.arrayBuffer());
const isSame = part.status === 206 && bytes.equals(file.subarray(1_000_000, 1_001_000));
demand('the address gives the file, by ranges', isSame, `${part.status} ${part.headers.get('content-range')}`);

/** As the server signs it, but then. */
async function signedAt(time: number): Promise<string> {
  const datetime = new Date(time).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const unsigned = `${address.replace(/\?.*/, '')}?X-Amz-Expires=3600`;
  return (await client.sign(unsigned, { aws: { signQuery: true, datetime } })).url;
}
const now = Date.now();
const statuses: Readonly<Record<string, readonly [expected: number, Promise<Response>]>> = {
  'of 59 minutes ago': [200, fetch(await signedAt(now - 59 * 60_000))],
  'of 61 minutes ago': [403, fetch(await signedAt(now - 61 * 60_000))],
  'for two hours instead of one': [403, fetch(address.replace('X-Amz-Expires=3600', 'X-Amz-Expires=7200'))],
  'with another signature': [403, fetch(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')))],
  'of another object': [403, fetch(address.replace(/made\/[^?]+/, encodeURI(`recordings/${recording}`)))],
  'for another method': [403, fetch(address, { method: 'HEAD' })],
  'without its signature': [403, fetch(address.replace(/\?.*/, ''))],
};
for (const [what, [expected, asked]] of Object.entries(statuses)) {
  const { status, body } = await asked;
  await body?.cancel();
  demand(`an address ${what} is answered by Ceph with ${expected}`, status === expected, `${status}`);
}

await api.kill('SIGTERM');
await ceph.stopGateway();
api = await startApi({ ...environment, LOG_LEVEL: 'warn' });
const instead = await findAddress(api);
await api.kill('SIGTERM');
const isLogged = api.errors.includes('audio_bucket_failed');
demand(
  'without the gateway the server sends it itself, and logs that',
  instead === null && isLogged,
  instead ?? 'itself',
);
await api.kill('SIGTERM');
await ceph.stop();
