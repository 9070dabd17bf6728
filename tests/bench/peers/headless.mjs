// This project's engine as the headless run of a bench of other engines takes it: a quiz of `{ id, kind, title, options }`
// steps becomes YAML, is compiled as by the build, and is played by the machine that visitors get. The code is bundled
// first, so that what is timed is what browsers run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const outDir = mkdtempSync(path.join(tmpdir(), 'bench-engine-'));
await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, 'engine.ts'),
    outDir,
    rolldownOptions: { output: { entryFileNames: 'engine.mjs' } },
  },
});
export const { engines } = await import(pathToFileURL(path.join(outDir, 'engine.mjs')).href);
rmSync(outDir, { recursive: true });
