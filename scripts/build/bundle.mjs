// Bundles a script with all that it imports. It runs before any TypeScript can, so it is JavaScript.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const hour = 3_600_000;
const entry = 'command.mjs';
/** Where npm writes down what it has installed. */
const installed = 'node_modules/.package-lock.json';
/** Stay where they are installed: they look for files of their own beside them, or for packages that need not be there. */
const unbundled = ['@electric-sql/pglite', 'knex', 'pg'];

/**
 * The URL of a script's bundle in a folder, which is made anew unless every source is as it was bundled: the script,
 * whatever it imports, and what is installed. Packages are bundled with it, or stay where they are installed.
 */
export async function bundleOf(script, folder, { packages = 'bundled' } = {}) {
  const record = path.join(folder, 'bundle.json');
  const known = readRecord(record);
  if (known?.sources && isFresh(known.sources) && existsSync(path.join(folder, known.name, entry)))
    return urlOf(folder, known.name);
  mkdirSync(folder, { recursive: true });
  const name = path.basename(mkdtempSync(path.join(folder, 'bundle-')));
  const surroundings = Object.fromEntries(
    [installed, path.relative('', import.meta.filename)].map((file) => [file, hashOf(readText(file))]),
  );
  const sources = { ...(await bundle(script, path.join(folder, name), packages)), ...surroundings };
  writeFileSync(path.join(folder, name, 'record'), JSON.stringify({ name, sources }));
  renameSync(path.join(folder, name, 'record'), record);
  removeOld(folder, name);
  return urlOf(folder, name);
}

/**
 * Writes the bundle and returns the hash of each source just as it was read for it. Their paths are relative: a copy of
 * the project has sources of its own.
 */
async function bundle(script, outDir, packages) {
  const { build } = await import('vite');
  const sources = {};
  const cacheBuild = {
    name: 'remember-sources',
    enforce: 'pre',
    transform(code, id) {
      const file = path.relative('', id);
      if (path.isAbsolute(id) && !file.includes('node_modules')) sources[file] = hashOf(code);
    },
  };
  const { NODE_ENV } = process.env;
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [cacheBuild],
    ssr: packages === 'bundled' ? { noExternal: true, external: unbundled } : {},
    build: { ssr: script, outDir, rolldownOptions: { output: { entryFileNames: entry } } },
  });
  // Vite has set it, and the command runs in this process.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return sources;
}

function isFresh(sources) {
  return Object.entries(sources).every(([file, hash]) => hashOf(readText(file)) === hash);
}

/** What is written down of the bundle that was made last; nothing if it was cut off. */
function readRecord(file) {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Of what another process may still run from, nothing is taken away. What is gone already, another process has taken. */
function removeOld(folder, current) {
  for (const name of readdirSync(folder)) {
    const found = path.join(folder, name);
    const since = statSync(found, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (name !== current && name !== 'bundle.json' && Date.now() - since > hour)
      rmSync(found, { recursive: true, force: true });
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function hashOf(text) {
  return text === null ? null : createHash('sha1').update(text).digest('base64');
}

function urlOf(folder, name) {
  return pathToFileURL(path.resolve(folder, name, entry)).href;
}
