import type { RequestHandler } from 'express';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Database } from '../db/database.ts';
import { splitTarget } from '../http/target.ts';
import { contentTypeOf, hashedFileHeaders, prepareFile } from './load.ts';
import { type Bodies, type PreparedResponse, sendPrepared } from './prepared.ts';
import type { CountAnswer, ServedSite } from './serve.ts';

/*
 * While a new build is deployed, the pages of one process ask another for their files. So each process stores the files
 * of its build in the database before it takes requests, and looks there for those that it doesn't have.
 */

const folder = '/assets/';

/** Pages that are open, and browsers' workers, ask for files of their build for so long after it was served last. */
const keptDays = 30;

/** Rows of one statement: some hundred kilobytes. */
const chunkSize = 20;

/** Stores the files of this build, and removes those that no process has had for 30 days. */
export async function shareFiles(database: Database, site: ServedSite): Promise<void> {
  const own = new Map<string, PreparedResponse>();
  for (const [path, address] of site.addresses)
    if (path.startsWith(folder) && address.kind === 'file') own.set(path, address.file);
  const touched = await database.query<{ path: string }>({
    name: 'touch-site-files',
    text: touchText,
    values: [[...own.keys()]],
  });
  for (const { path } of touched) own.delete(path);
  const missing = [...own];
  for (let start = 0; start < missing.length; start += chunkSize) {
    const rows = missing.slice(start, start + chunkSize).map(([path, file]) => [path, ...storedFormOf(file)] as const);
    const columns = [0, 1, 2].map((column) => rows.map((row) => row[column]));
    await database.query({ name: 'share-site-files', text: insertText, values: columns });
  }
  const text = 'DELETE FROM site_files WHERE served_at < now() - make_interval(days => $1::integer)';
  await database.query({ name: 'remove-site-files', text, values: [keptDays] });
}

/** Those that are there already. Each row is written once a day at most. */
const touchText = `
  WITH touched AS (
    UPDATE site_files SET served_at = now() WHERE path = ANY ($1::text[]) AND served_at < now() - interval '1 day'
  )
  SELECT path FROM site_files WHERE path = ANY ($1::text[])`;

const insertText = `
  INSERT INTO site_files (path, encoding, body) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
  ON CONFLICT (path) DO NOTHING`;

/** As small as the build has it. */
function storedFormOf({ variants: { br, identity } }: PreparedResponse): [encoding: string, body: Buffer] {
  return br ? ['br', br.body] : ['identity', identity.body];
}

/** Finds a file of another build by its path; undefined where there never was one. */
export type FindSharedFile = (path: string) => Promise<PreparedResponse | undefined>;

/** More than a few builds have. */
const maxCached = 1_000;

/**
 * Asks the database once for each file. However many are asked for, at most one query runs at a time, for all that have
 * come up meanwhile: strangers who make up paths cost little.
 */
export function createFindSharedFile(database: Database): FindSharedFile {
  const found = new Map<string, PreparedResponse>();
  let next: { readonly paths: Set<string>; readonly done: Promise<void> } | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const load = async (paths: ReadonlySet<string>): Promise<void> => {
    const text = 'SELECT path, encoding, body FROM site_files WHERE path = ANY ($1::text[])';
    const rows = await database.query<StoredFile>({ name: 'find-site-files', text, values: [[...paths]] });
    if (found.size + rows.length > maxCached) found.clear();
    for (const row of rows) found.set(row.path, await responseOf(row));
  };
  /** The query that this path goes with: one that has not begun. */
  const join = (path: string): Promise<void> => {
    if (!next) {
      const paths = new Set<string>();
      const begin = () => {
        next = undefined;
        return load(paths);
      };
      const done = running.then(begin, begin);
      running = done.catch(() => undefined);
      next = { paths, done };
    }
    next.paths.add(path);
    return next.done;
  };

  return async (path) => {
    if (!found.has(path) && contentTypeOf(path) !== undefined) await join(path);
    return found.get(path);
  };
}

interface StoredFile {
  readonly path: string;
  readonly encoding: 'br' | 'identity';
  readonly body: Buffer;
}

async function responseOf({ path, encoding, body }: StoredFile): Promise<PreparedResponse> {
  const bodies: Bodies =
    encoding === 'br' ? { br: body, identity: await promisify(brotliDecompress)(body) } : { identity: body };
  return prepareFile(path, hashedFileHeaders, bodies);
}

interface ServeOptions {
  readonly findFile: FindSharedFile;
  readonly countAnswer: CountAnswer;
}

/** Serves the files of other builds; requests for anything else go on to the next handler. */
export function serveSharedFiles({ findFile, countAnswer }: ServeOptions): RequestHandler {
  return async (request, response, next) => {
    const { path } = splitTarget(request.url);
    const isAsked = path.startsWith(folder) && (request.method === 'GET' || request.method === 'HEAD');
    const file = isAsked ? await findFile(path) : undefined;
    if (!file) return next();
    countAnswer('shared', response);
    sendPrepared(request, response, file);
  };
}
