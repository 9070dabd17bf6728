// `npm run migrate`: installs what is missing, compiles what has changed, and brings the database up to date.
import process from 'node:process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await import('./ensure.mjs');
const { buildServer } = await import('./build/server.mjs');
await import(new URL('migrate.mjs', await buildServer()).href);
