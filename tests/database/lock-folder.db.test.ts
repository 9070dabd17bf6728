import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseError } from '../../api/platform/db/database.ts';
import { lockFolder } from '../../api/platform/db/embedded/lock-folder.ts';
import { makeTemporaryFolder } from '../harness/databases.ts';

const newFolder = () => join(makeTemporaryFolder(), 'db');

/** A process of its own that goes for the lock; resolves to what it printed first. */
async function startHolder(folder: string, command: readonly string[] = []) {
  const [program, ...args] = [...command, process.execPath, '--import', 'tsx', 'tests/database/hold-lock.ts'];
  const child = spawn(program, [...args, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
  return { child, said, kill };
}

describe('the lock of a folder', () => {
  it('keeps everybody else out until it is released', async () => {
    const folder = newFolder();
    const unlock = await lockFolder(folder);
    const second = lockFolder(folder, { timeoutMilliseconds: 100 });
    await expect(second).rejects.toThrow(DatabaseError);
    await expect(second).rejects.toThrow(
      `The embedded database in ${folder} is in use by another process (${process.pid}, as its system counts).`,
    );
    const third = lockFolder(folder, { timeoutMilliseconds: 100, explain: (holder) => `It is built by ${holder}.` });
    await expect(third).rejects.toThrow(`It is built by another process (${process.pid}, as its system counts).`);
    await unlock();
    expect(readdirSync(`${folder}.lock`)).toEqual([]);
    await (
      await lockFolder(folder)
    )();
  });

  it('is taken over at once from a process that was killed', async () => {
    const folder = newFolder();
    const holder = await startHolder(folder);
    expect(holder.said).toBe('in');
    await expect(lockFolder(folder, { timeoutMilliseconds: 100 })).rejects.toThrow(
      `(${holder.child.pid}, as its system counts)`,
    );
    await holder.kill();
    const unlock = await lockFolder(folder);
    expect(readdirSync(`${folder}.lock`)).toHaveLength(2);
    await unlock();
  });

  it('is not taken over from a process that is suspended', async () => {
    const folder = newFolder();
    const holder = await startHolder(folder);
    holder.child.kill('SIGSTOP');
    await expect(lockFolder(folder, { timeoutMilliseconds: 100 })).rejects.toThrow('is in use by another process');
  });

  const unshare = ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', '--kill-child', '--mount-proc'];
  const canUnshare = spawnSync(unshare[0]!, [...unshare.slice(1), 'true']).status === 0;

  it.runIf(canUnshare)('keeps out a process of another container, where no process id is known', async () => {
    const folder = newFolder();
    const holder = await startHolder(folder, unshare);
    expect(holder.said).toBe('in');
    await expect(lockFolder(folder, { timeoutMilliseconds: 100 })).rejects.toThrow('is in use by another process');
    expect((await startHolder(folder, unshare)).said).toMatch(/^DatabaseError: .* is in use by another process/);
    await holder.kill();
    await expect.poll(() => lockFolder(folder).then(() => 'in', String)).toBe('in');
  });

  it('goes to one of many who come at once, after one that was killed', async () => {
    const folder = newFolder();
    await (await startHolder(folder)).kill();
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(`${folder}.lock`)).toHaveLength(2);
  });

  it('is not held by files that nobody listens for, as a backup brings them back', async () => {
    const folder = newFolder();
    mkdirSync(`${folder}.lock`);
    for (const name of ['0a', '0a.sock', '0b']) writeFileSync(join(`${folder}.lock`, name), '1');
    await lockFolder(folder);
    expect(readdirSync(`${folder}.lock`)).not.toContain('0a');
  });

  it('does not pass over the lock of an older version, which is a file', async () => {
    const folder = newFolder();
    writeFileSync(`${folder}.lock`, '{}');
    await expect(lockFolder(folder, { timeoutMilliseconds: 100 })).rejects.toThrow(
      `${folder}.lock was made by an older version of this program. Stop its server`,
    );
    expect(readFileSync(`${folder}.lock`, 'utf8')).toBe('{}');
  });

  it('works where the path is too long for a socket', async () => {
    const folder = join(makeTemporaryFolder(), 'x'.repeat(120), 'db');
    mkdirSync(join(folder, '..'));
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder, { timeoutMilliseconds: 100 })).rejects.toThrow('is in use by another process');
    await unlock();
    await (
      await lockFolder(folder)
    )();
  });

  it('is for this user only', async () => {
    const folder = newFolder();
    await lockFolder(folder);
    expect(statSync(`${folder}.lock`).mode & 0o777).toBe(0o700);
  });
});
