// Writes the bundles of some scripts, and prints the hash of each source just as it was read for them, as JSON. Their
// paths are relative: a copy of the project has sources of its own.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'vite';

const { scripts, outDir, sourcemap } = JSON.parse(process.argv[2]);
/**
 * Stay where they are installed: the first two look for files of their own beside them, and traces
 * (deploy/traces/start.mjs) find the others there alone.
 */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'express', 'knex', 'pg'];

const sources = {};
const rememberSources = {
  name: 'remember-sources',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative('', id);
    if (path.isAbsolute(id) && !file.includes('node_modules'))
      sources[file] = createHash('sha1').update(code).digest('base64');
  },
};

await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  plugins: [rememberSources],
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
console.log(JSON.stringify(sources));
