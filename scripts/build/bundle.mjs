// Bundles scripts with all that they import. It runs before any TypeScript can, so it is JavaScript.
import { createHash } from 'node:crypto';
import {
  chmodSync,
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
/** Where npm writes down what it has installed. */
const installed = 'node_modules/.package-lock.json';
/** Stay where they are installed: they look for files of their own beside them, or need not be there. */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native', 'pg-query-stream'];

/** The URL of a script's bundle in a folder; `bundlesOf` says when it is made anew. */
export async function bundleOf(script, folder) {
  return new URL('command.mjs', await bundlesOf({ command: script }, folder)).href;
}

/**
 * The URL of the bundles of some scripts, `<name>.mjs` each, in a folder. They are made anew unless every source is as
 * it was bundled: the scripts, whatever they import, and what is installed. `kept` bundles are never removed when they
 * get old: processes that run from them may still load parts of them.
 */
export async function bundlesOf(scripts, folder, { sourcemap = false, kept = 1 } = {}) {
  const record = path.join(folder, 'bundle.json');
  const [first] = Object.keys(scripts);
  const known = readRecord(record);
  if (known?.sources && isFresh(known.sources) && existsSync(path.join(folder, known.name, `${first}.mjs`)))
    return urlOf(folder, known.name);
  mkdirSync(folder, { recursive: true });
  const name = path.basename(mkdtempSync(path.join(folder, 'bundle-')));
  // It may be run by another user than built it, as in an image.
  chmodSync(path.join(folder, name), 0o755);
  const surroundings = Object.fromEntries(
    [installed, path.relative('', import.meta.filename)].map((file) => [file, hashOf(readText(file))]),
  );
  const sources = { ...(await bundle(scripts, path.join(folder, name), sourcemap)), ...surroundings };
  writeFileSync(path.join(folder, name, 'record'), JSON.stringify({ name, sources }));
  renameSync(path.join(folder, name, 'record'), record);
  removeOld(folder, kept);
  return urlOf(folder, name);
}

/**
 * Writes the bundles and returns the hash of each source just as it was read for them. Their paths are relative: a copy
 * of the project has sources of its own.
 */
async function bundle(scripts, outDir, sourcemap) {
  const { build } = await import('vite');
  const sources = {};
  const rememberSources = {
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
    plugins: [rememberSources, leanDrivers],
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      outDir,
      sourcemap,
      rolldownOptions: {
        input: scripts,
        // Names stay as they are; less text loads faster. Maps name the lines of the sources, which are there.
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          minify: { mangle: false, compress: false },
          sourcemapExcludeSources: true,
        },
      },
    },
  });
  // Vite has set it, and the command runs in this process.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return sources;
}

/**
 * What drivers look for in vain: Knex is handed its client (api/platform/db/create-knex.ts), and those that it knows by
 * name want drivers that aren't installed; and pg, to find out whether it runs at Cloudflare, would load all of `fetch`.
 */
const leanDrivers = {
  name: 'lean-drivers',
  transform(code, id) {
    if (/knex[\\/]lib[\\/]dialects[\\/]index\.js$/.test(id)) return 'module.exports = {};';
    if (/pg[\\/]lib[\\/]stream\.js$/.test(id)) return code.replace('if (isCloudflareRuntime())', 'if (false)');
  },
};

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

/**
 * What another process may still run from stays: the newest, and what is young. What is gone already, another has taken.
 */
function removeOld(folder, kept) {
  const bundles = readdirSync(folder)
    .filter((name) => name.startsWith('bundle-'))
    .map((name) => ({
      file: path.join(folder, name),
      at: statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs,
    }))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  for (const { file, at } of bundles.slice(kept))
    if (at !== undefined && Date.now() - at > hour) rmSync(file, { recursive: true, force: true });
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
  return pathToFileURL(path.resolve(folder, name) + path.sep).href;
}
