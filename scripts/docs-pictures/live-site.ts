import { spawn } from 'node:child_process';

/** A site that shows what is saved. */
export interface LiveSite {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Folders {
  readonly funnels: string;
  readonly data: string;
}

/** Not that of a site which the author may be running. */
const port = 3999;

/** Runs `npm run dev` on these folders. */
export async function startLiveSite({ funnels, data }: Folders): Promise<LiveSite> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    env: { ...process.env, FUNNELS_DIR: funnels, DATA_DIR: data, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      said += String(chunk);
      if (said.includes('Live authoring:')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`The site doesn't start:\n${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
