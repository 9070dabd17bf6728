// Bundles scripts with all that they import. It runs before any TypeScript can, so it is JavaScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const hour = 3_600_000;
/** Where npm writes down what it has installed. */
const installed = 'node_modules/.package-lock.json';
const runVite = path.join(import.meta.dirname, 'run-vite.mjs');

/** The URL of a script's bundle in a folder; `bundlesOf` says when it is made again. */
export async function bundleOf(script, folder) {
  return new URL('command.mjs', await bundlesOf({ command: script }, folder)).href;
}

/**
 * The URL of the bundles of some scripts, `<name>.mjs` each, in a folder. They are made again unless every source is as
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
  const own = [import.meta.filename, runVite].map((file) => path.relative('', file));
  const surroundings = Object.fromEntries([installed, ...own].map((file) => [file, hashOf(readText(file))]));
  const sources = { ...(await bundle(scripts, path.join(folder, name), sourcemap)), ...surroundings };
  writeFileSync(path.join(folder, name, 'record'), JSON.stringify({ name, sources }));
  renameSync(path.join(folder, name, 'record'), record);
  removeOld(folder, kept);
  return urlOf(folder, name);
}

/**
 * Runs Vite in a process of its own, which ends with the 700 MB that it takes: this one may serve for months. Returns the
 * hash of each source.
 */
async function bundle(scripts, outDir, sourcemap) {
  const options = { stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn(process.execPath, [runVite, JSON.stringify({ scripts, outDir, sourcemap })], options);
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code === 0) return JSON.parse(output);
  // As systems and V8 end what lacks memory; Ctrl-C needs no words.
  if (signal === 'SIGKILL' || signal === 'SIGABRT')
    console.error(`Compiling was ended by ${signal}, probably for lack of memory: it takes 700 MB.`);
  process.exit(code ?? 1);
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
