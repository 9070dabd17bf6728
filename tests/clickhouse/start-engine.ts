import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPackages } from '../harness/install-packages.ts';

const home = import.meta.dirname;

/** Whether ClickHouse's engine is there, or could be installed: half a gigabyte, which nothing but tests and proofs needs. */
export const installEngine = (): boolean => installPackages('tests/clickhouse', 'chdb');

/** A running engine, with a data folder of its own. */
export interface Engine {
  /** `clickhouse://127.0.0.1:port`, without a database; after a restart the same. */
  readonly url: string;
  /** Of its first process. */
  readonly pid: number;
  /** Ends the process as a crash does, and resolves when it is gone. */
  kill(): Promise<void>;
  /** It takes connections, but answers nothing, until it goes on: as a machine does that can't be reached any more. */
  suspend(): void;
  goOn(): void;
  /** Starts it again on what it has left. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** Starts one, which waits for the disk only where that is measured (`fsync`). */
export async function startEngine({ fsync = false } = {}): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'));
  const start = (port: string) => run([join(folder, 'data'), port, ...(fsync ? [] : ['--no-fsync'])]);
  let running = await start('0');
  const { url } = running;
  const kill = async () => {
    const ended = new Promise((resolve) => running.child.once('exit', resolve));
    if (running.child.kill('SIGKILL')) await ended;
  };
  return {
    url,
    pid: running.child.pid!,
    kill,
    suspend: () => void running.child.kill('SIGSTOP'),
    goOn: () => void running.child.kill('SIGCONT'),
    restart: async () => void (running = await start(new URL(url).port)),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(home, 'engine.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) return { child, url: line };
  throw new Error('ClickHouse did not start.');
}
