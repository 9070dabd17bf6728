import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// What commands load when they run takes long here: before the tests, it is in no test's time.
import '../../../scripts/funnel/check.ts';
import type { ExitCode, Io } from '../../../scripts/funnel/write-files.ts';
import { runFunnel } from '../../../scripts/funnel/program.ts';
import { filesFromTemplate } from '../../../scripts/funnel/new.ts';

export interface Ran {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as `npm run funnel` does, and gives what it says. */
export async function run(args: readonly string[], io: Partial<Io> = {}): Promise<Ran> {
  const said = { out: '', err: '' };
  const exitCode = await runFunnel(args, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    colour: false,
    confirm: null,
    ...io,
  });
  return { exitCode, ...said };
}

/** A folder of its own that is gone when the block ends. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
  /** Writes a file of the folder. */
  write(name: string, text: string): void;
  /** Changes a text of a file, which must be there. */
  change(name: string, old: string, replacement: string): void;
}

/** A folder with small funnels of these ids, for tests of what commands do with any funnel. */
export function temporaryFolder(...ids: readonly string[]): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'funnels-'));
  for (const { name, text } of ids.flatMap((id) => filesFromTemplate(id, path))) writeFileSync(name, text);
  const write = (name: string, text: string): void => {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  const change = (name: string, old: string, replacement: string): void => {
    const text = readFileSync(join(path, name), 'utf8');
    if (!text.includes(old)) throw new Error(`${name} has no ${JSON.stringify(old)}.`);
    write(
      name,
      text.replace(old, () => replacement),
    );
  };
  return { path, write, change, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
