import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsonwebtoken from 'jsonwebtoken';
import { onTestFinished } from 'vitest';
import { issueAccessToken } from '../../../api/accounts/tokens.ts';
import { issueAudioUrl } from '../../../api/content/audio/address.ts';
import type { ChildListener, SoundJob, StartChild } from '../../../scripts/soundscape/child-process.ts';
import { createMaker } from '../../../scripts/soundscape/maker.ts';
import { createAudioRoutes, type AudioDependencies } from '../../../api/content/audio/routes.ts';
import { createSampleRoutes } from '../../../api/content/audio/sample.ts';
import type { Database } from '../../../api/platform/db/database.ts';
import { createLog } from '../../../api/platform/log.ts';
import { runApp, type AskOptions } from '../../harness/app.ts';
import { addListener, keys } from '../running-content.ts';

/** A folder that goes away with the test. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'still-waters-audio-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Stands for the process that makes a file: it does what the test says. */
export class ChildInHand {
  readonly job: SoundJob;
  readonly #listener: ChildListener;
  #bytes = 0;

  constructor(job: SoundJob, listener: ChildListener) {
    this.job = job;
    this.#listener = listener;
  }

  write(part: Uint8Array): void {
    appendFileSync(this.job.partPath, part);
    this.#bytes += part.length;
    this.#listener.report({ kind: 'written', bytes: this.#bytes });
  }

  finish(): void {
    renameSync(this.job.partPath, this.job.path);
    this.#listener.report({ kind: 'done' });
    this.#listener.exit('exit code 0');
  }

  fail(reason: string): void {
    this.#listener.report({ kind: 'failed', reason });
    this.#listener.exit('exit code 0');
  }

  die(signal: string): void {
    this.#listener.exit(signal);
  }
}

/** Processes that are started now or later, in that order. */
export function childrenInHand() {
  const children: ChildInHand[] = [];
  const callers: ((child: ChildInHand) => void)[] = [];
  let taken = 0;
  const startChild: StartChild = (job, listener) => {
    const child = new ChildInHand(job, listener);
    children.push(child);
    callers.shift()?.(child);
    return { kill: () => child.die('SIGKILL') };
  };
  /** Resolves to the next one, once it is started. */
  const next = (): Promise<ChildInHand> => {
    const child = children[taken++];
    return child ? Promise.resolve(child) : new Promise((resolve) => callers.push(resolve));
  };
  return { startChild, next, started: () => children.length };
}

type Overrides = Partial<
  Pick<AudioDependencies, 'bucket' | 'isAddressEnough' | 'queueMilliseconds' | 'timeoutMilliseconds'>
> & {
  readonly startChild?: StartChild;
  readonly recordings?: string;
};

/** The server with nothing but audio, on a folder of its own. */
export async function runAudio(database: Database, { startChild, recordings, ...overrides }: Overrides = {}) {
  const folder = folderForTest();
  const events: string[] = [];
  const log = { ...createLog('silent'), error: (event: string) => void events.push(event) };
  const maker = createMaker({ folder, log, now: () => new Date(), ...(startChild && { startChild }) });
  const parts = { database, keys, maker, log, now: () => new Date(), recordingsDirectory: recordings ?? folder };
  const limits = { queueMilliseconds: 30_000, timeoutMilliseconds: 30_000 };
  const options = { bucket: null, isAddressEnough: false, ...limits, ...overrides };
  const audio = createAudioRoutes({ ...parts, ...options });
  audio.use(createSampleRoutes({ ...parts, ...options, isSiteElsewhere: options.isAddressEnough }));
  const app = await runApp({ audio });
  onTestFinished(async () => {
    await maker.close();
    await app.close();
  });
  const ask = (path: string, options?: AskOptions) => app.ask(path, options);
  return { logged: app.logged, requests: app.requests, ask, folder, events };
}

/** A member with a log-in, and the headers that come with what the member's browser asks for. */
export async function addMember(database: Database) {
  const { id: userId } = await addListener(database);
  const loginId = randomUUID();
  await database.knex.raw(
    `INSERT INTO sessions (id, user_id, auth_generation, secret_hash, expires_at)
     SELECT ?, id, auth_generation, '', '2100-01-01' FROM users WHERE id = ?`,
    [loginId, userId],
  );
  const token = issueAccessToken(keys.accessToken, { userId, loginId });
  return {
    userId,
    loginId,
    token,
    cookie: { Cookie: `locale=en; authToken=${token}; refreshToken=x` },
    url: (contentId: string, now = new Date(), locale: 'en' | 'es' = 'en') =>
      issueAudioUrl(keys.audioAddress, { contentId, userId, loginId, locale, now }),
  };
}

/** The cookie with an authentic token that has expired. */
export function expiredCookie({ userId, loginId }: { userId: string; loginId: string }): Record<string, string> {
  const claims = { sub: userId, sid: loginId, v: 1 };
  return { Cookie: `authToken=${jsonwebtoken.sign(claims, keys.accessToken[0], { expiresIn: -60 })}` };
}

export async function grantAccess({ knex }: Database, userId: string, endsAt = '2100-01-01'): Promise<void> {
  await knex('access_grants').insert({ user_id: userId, source: 'test', source_id: randomUUID(), ends_at: endsAt });
}
