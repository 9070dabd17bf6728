import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../api/db/database.ts';
import { lockFolder } from '../../api/db/embedded/lock-folder.ts';
import { processIdentity } from '../../api/db/embedded/process-identity.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const newFolder = () => join(makeTemporaryFolder(), 'db');
const idOfDeadProcess = () => spawnSync(process.execPath, ['--version']).pid;

describe('the lock of a folder', () => {
  it('keeps everybody else out until it is released', async () => {
    const folder = newFolder();
    const unlock = await lockFolder(folder);
    const second = lockFolder(folder);
    await expect(second).rejects.toThrow(DatabaseError);
    await expect(second).rejects.toThrow(`The embedded database in ${folder} is in use by process ${process.pid}.`);
    await unlock();
    expect(existsSync(`${folder}.lock`)).toBe(false);
    await (
      await lockFolder(folder)
    )();
  });

  it('is taken over from a process that is dead', async () => {
    const folder = newFolder();
    writeFileSync(`${folder}.lock`, JSON.stringify({ pid: idOfDeadProcess(), identity: null }));
    await lockFolder(folder);
    expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('is waited for while its process is just ending', async () => {
    const folder = newFolder();
    const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)']);
    writeFileSync(`${folder}.lock`, JSON.stringify({ pid: holder.pid, identity: processIdentity(holder.pid ?? 0) }));
    await lockFolder(folder);
    expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it.runIf(processIdentity(process.pid))('is taken over from a dead process whose id another one has now', async () => {
    const folder = newFolder();
    writeFileSync(`${folder}.lock`, JSON.stringify({ pid: process.pid, identity: 'an earlier boot/1' }));
    await (
      await lockFolder(folder)
    )();
  });

  it('is taken over if the file is empty or none of ours, as after a power cut', async () => {
    for (const text of ['', 'null', '{}', '{"pid": "1"}']) {
      const folder = newFolder();
      writeFileSync(`${folder}.lock`, text);
      await (
        await lockFolder(folder)
      )();
    }
  });

  it('goes to one of many who take it over at once', async () => {
    const folder = newFolder();
    writeFileSync(`${folder}.lock`, JSON.stringify({ pid: idOfDeadProcess(), identity: null }));
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(join(folder, '..'))).toEqual(['db.lock']);
  });

  it('is not released by who lost it', async () => {
    const folder = newFolder();
    const unlock = await lockFolder(folder);
    writeFileSync(`${folder}.lock`, 'somebody else');
    await unlock();
    expect(readFileSync(`${folder}.lock`, 'utf8')).toBe('somebody else');
  });
});
