// Compiles the server. `npm start` runs it before any TypeScript can, so it is JavaScript.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlesOf } from './bundle.mjs';

const folder = 'dist/server';
/** Commands of operators, which an image has too: `node dist/server/members.mjs` is `npm run members --`. */
const commands = ['audio', 'copy-events', 'members', 'migrate', 'payments', 'team'];
/** What is started by a name that stays the same, and the script that it starts. */
const entries = { 'main.mjs': 'serve', ...Object.fromEntries(commands.map((name) => [`${name}.mjs`, name])) };

const scripts = {
  start: 'scripts/start.ts',
  serve: 'scripts/serve.ts',
  ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
  // Loaded first: it explains where the others can't be loaded.
  shortage: 'api/platform/shortage.ts',
  // Of its own, as it is a process of its own: scripts/soundscape/child-process.ts.
  child: 'scripts/soundscape/child.ts',
};

/**
 * Compiles the server into dist/server unless it is there as its sources are: `node dist/server/main.mjs` serves the
 * built site, `node dist/server/migrate.mjs` brings the database up to date, and so on. Returns the URL of the folder of
 * what was compiled.
 */
export async function buildServer() {
  const url = await bundlesOf(scripts, folder, { sourcemap: true, kept: 5 });
  const name = path.basename(fileURLToPath(url));
  for (const [entry, script] of Object.entries(entries))
    writeEntry(path.join(folder, entry), `./${name}/`, `${script}.mjs`);
  return url;
}

function writeEntry(file, folder, script) {
  const code = `// Stack traces name the lines of the sources.
process.setSourceMapsEnabled(true);
const { exitOfShortage } = await import('${folder}shortage.mjs');
await import('${folder}${script}').catch(exitOfShortage);
`;
  if (readEntry(file) === code) return;
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
}

function readEntry(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
