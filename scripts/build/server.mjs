// Compiles the server. `npm start` runs it before any TypeScript can, so it is JavaScript.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlesOf } from './bundle.mjs';

const folder = 'dist/server';
const main = path.join(folder, 'main.mjs');

const scripts = {
  start: 'scripts/start.ts',
  serve: 'scripts/serve.ts',
  // Of its own, as it is a process of its own: scripts/soundscape/child-process.ts.
  child: 'scripts/soundscape/child.ts',
};

/**
 * Compiles the server into dist/server unless it is there as its sources are: `node dist/server/main.mjs` serves the built
 * site. Returns the URL of the folder of what was compiled.
 */
export async function buildServer() {
  const url = await bundlesOf(scripts, folder, { sourcemap: true, kept: 5 });
  const name = path.basename(fileURLToPath(url));
  const code = `// Stack traces name the lines of the sources.\nprocess.setSourceMapsEnabled(true);\nawait import('./${name}/serve.mjs');\n`;
  if (readMain() !== code) {
    writeFileSync(`${main}.${process.pid}`, code);
    renameSync(`${main}.${process.pid}`, main);
  }
  return url;
}

function readMain() {
  try {
    return readFileSync(main, 'utf8');
  } catch {
    return null;
  }
}
