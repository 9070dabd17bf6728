// Writes the bundles of some scripts, and prints the hash of each source just as it was read for them, as JSON. Their
// paths are relative: a copy of the project has sources of its own.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'vite';

const { scripts, outDir, sourcemap } = JSON.parse(process.argv[2]);
/** Stay where they are installed: they look for files of their own beside them, or need not be there. */
const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native', 'pg-query-stream'];

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

/**
 * What drivers look for, and don't need: Knex is handed its client (api/platform/db/create-knex.ts), and those that it
 * knows by name want drivers that aren't installed; and pg, to find out whether it runs at Cloudflare, would load all
 * of `fetch`.
 */
const leanDrivers = {
  name: 'lean-drivers',
  transform(code, id) {
    if (/knex[\\/]lib[\\/]dialects[\\/]index\.js$/.test(id)) return 'module.exports = {};';
    if (/pg[\\/]lib[\\/]stream\.js$/.test(id)) return code.replace('if (isCloudflareRuntime())', 'if (false)');
  },
};

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
console.log(JSON.stringify(sources));
