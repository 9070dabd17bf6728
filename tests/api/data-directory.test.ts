import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeToOthers, explainDiskError, warnOfAudioFolder } from '../../api/platform/data-directory.ts';
import { makeTemporaryFolder } from '../harness/databases.ts';

/** Every file and folder in a folder, and the folder itself, with its rights. */
function rightsIn(folder: string): Record<string, string> {
  const entries = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    entries.map((entry) => [entry, (statSync(path.join(folder, entry)).mode & 0o777).toString(8)]),
  );
}

describe('The data folder', () => {
  test('is closed to others with what an older version left in it, and so is what comes later', () => {
    const folder = makeTemporaryFolder();
    const outside = makeTemporaryFolder();
    for (const each of ['db/base', 'audio', 'mine']) mkdirSync(path.join(folder, each), { recursive: true });
    for (const each of ['db/base/1', 'audio/a.mp3', 'auth-secret', 'mine/notes'])
      writeFileSync(path.join(folder, each), '');
    writeFileSync(path.join(outside, 'other'), '');
    chmodSync(path.join(outside, 'other'), 0o644);
    symlinkSync(path.join(outside, 'other'), path.join(folder, 'stripe-stand-in.json'));
    for (const each of ['', 'db', 'db/base', 'mine']) chmodSync(path.join(folder, each), 0o777);
    for (const each of ['db/base/1', 'mine/notes']) chmodSync(path.join(folder, each), 0o666);
    const umask = closeToOthers(folder);
    onTestFinished(() => void process.umask(umask));
    writeFileSync(path.join(folder, 'audio', 'b.mp3'), '');
    mkdirSync(path.join(folder, 'audio', 'later'));
    expect(rightsIn(folder)).toEqual({
      '.': '700',
      'auth-secret': '600',
      audio: '700',
      'audio/a.mp3': '600',
      'audio/b.mp3': '600',
      'audio/later': '700',
      db: '700',
      'db/base': '700',
      'db/base/1': '600',
      // Not ours: nobody but this user gets to them, as the folder is closed.
      mine: '777',
      'mine/notes': '666',
      'stripe-stand-in.json': '644',
    });
  });

  test('need not be there', () => {
    const folder = path.join(makeTemporaryFolder(), 'none');
    const umask = closeToOthers(folder);
    onTestFinished(() => void process.umask(umask));
    expect(() => statSync(folder)).toThrow('ENOENT');
  });
});

const fail = (code: string, more: object = {}) => Object.assign(new Error(`${code}: failed`), { code, ...more });

describe('What is wrong with its disk', () => {
  test.each([
    [fail('ENOSPC'), 'The disk of /data (DATA_DIR) is full or too small'],
    [{ name: 'ErrnoError', errno: 51 }, 'The disk of /data (DATA_DIR) is full or too small'],
    [fail('53100'), 'The disk of /data (DATA_DIR) is full or too small'],
    [fail('EROFS', { path: '/data/db.lock' }), 'The disk of /data (DATA_DIR) can only be read'],
    [fail('EACCES', { path: '/' }), 'may not write to /data (DATA_DIR)'],
    [fail('EEXIST', { path: '/data' }), '/data (DATA_DIR) is a file, or leads through one'],
    [fail('EPERM', { syscall: 'listen' }), 'The file system of /data (DATA_DIR) has no sockets'],
    [fail('EIO'), 'The disk of /data (DATA_DIR) fails'],
  ])('is a sentence: %o', (error, sentence) => {
    expect(explainDiskError(error, '/data')).toContain(sentence);
  });

  test.each([[fail('EACCES', { path: '/site/pages.json' })], [fail('ECONNREFUSED')], [new Error('x')], ['x'], [null]])(
    'is nothing: %o',
    (error) => {
      expect(explainDiskError(error, '/data')).toBeNull();
    },
  );
});

function makeFile(): string {
  const file = path.join(makeTemporaryFolder(), 'file');
  writeFileSync(file, '');
  return file;
}

describe('The folder for audio', () => {
  const databaseUrl = 'postgres://host/database';

  test('is made where it can be, and nothing is left in it', async () => {
    const dataDirectory = makeTemporaryFolder();
    const audioDirectory = path.join(dataDirectory, 'audio');
    expect(await warnOfAudioFolder({ databaseUrl, dataDirectory, audioDirectory })).toBeNull();
    expect(readdirSync(audioDirectory)).toEqual([]);
  });

  test('that could not be written is a warning at the start', async () => {
    const folders = { dataDirectory: makeTemporaryFolder(), audioDirectory: makeFile() };
    const warning = /^\S+file \(AUDIO_DIR\) is a file, .* AUDIO_DIR .* nobody hears /;
    expect(await warnOfAudioFolder({ databaseUrl, ...folders })).toMatch(warning);
    expect(await warnOfAudioFolder({ databaseUrl: null, ...folders })).toMatch(warning);
  });

  test('is a warning too where something else is wrong with it', async () => {
    const dataDirectory = makeTemporaryFolder();
    const audioDirectory = path.join(dataDirectory, 'x'.repeat(300));
    expect(await warnOfAudioFolder({ databaseUrl, dataDirectory, audioDirectory })).toMatch(
      /x \(AUDIO_DIR\) can't be written to: .*ENAMETOOLONG.* AUDIO_DIR .* nobody hears /,
    );
  });

  test('in that of the embedded database is left to that database', async () => {
    const dataDirectory = makeFile();
    const audioDirectory = path.join(dataDirectory, 'audio');
    expect(await warnOfAudioFolder({ databaseUrl: null, dataDirectory, audioDirectory })).toBeNull();
    expect(await warnOfAudioFolder({ databaseUrl, dataDirectory, audioDirectory })).toContain('AUDIO_DIR');
  });
});
