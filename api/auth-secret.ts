import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * The secret that a server without `AUTH_SECRET` keeps in its data folder: made once, readable by its user only. Several
 * processes that start at once agree on one. Throws when the file holds something else.
 */
export async function readOrMakeAuthSecret(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'auth-secret');
  const known = await readSecret(file);
  if (known === null) {
    await mkdir(dataDirectory, { recursive: true });
    await makeSecret(file);
  }
  const secret = known ?? (await readSecret(file)) ?? '';
  if (secret.length < shortest) throw new Error(`${file} is damaged: remove it, and everybody has to log in again.`);
  return secret;
}

/** As many characters as are asked of `AUTH_SECRET`. */
const shortest = 32;

async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written aside and linked when it is whole: nobody reads half a secret, and the first one to link it wins. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
