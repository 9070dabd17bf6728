import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryFolder } from '../harness/databases.ts';

it('a checkout by a Git that writes Windows line endings has the files to the letter', () => {
  const folder = makeTemporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=true', '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init');
  cpSync('.gitattributes', path.join(folder, '.gitattributes'));
  writeFileSync(path.join(folder, 'funnel.yaml'), 'steps:\n  - one\n');
  writeFileSync(path.join(folder, 'picture.png'), Buffer.from('\x89PNG\n\0\n', 'latin1'));
  git('add', '.');
  git('commit', '-m', 'all');
  for (const name of ['funnel.yaml', 'picture.png']) {
    const before = readFileSync(path.join(folder, name));
    writeFileSync(path.join(folder, name), '');
    git('checkout', '--', name);
    expect(readFileSync(path.join(folder, name)), name).toEqual(before);
  }
});
