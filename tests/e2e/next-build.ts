import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A copy of a built site as if another build had followed: the code's files have other names, the files of before are
 * gone, and the pages' titles begin with `New: `. Returns its folder, which goes with the process.
 */
export function nextBuildOf(siteDir: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'next-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(siteDir, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const assets = path.join(folder, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  for (const name of scripts) renameSync(path.join(assets, name), path.join(assets, renamed(name)));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|html)$/.test(file)) continue;
    let text = readFileSync(path.join(folder, file), 'utf8');
    for (const name of scripts) text = text.replaceAll(name, renamed(name));
    writeFileSync(
      path.join(folder, file),
      text.replaceAll('<title>', '<title>New: ').replace('"version":"', '"version":"new-'),
    );
  }
  return folder;
}

const renamed = (name: string): string => name.replace(/\.js$/, '-new.js');
