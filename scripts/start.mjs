// `npm start`: installs what is missing, compiles the server when its sources have changed, and starts it.
import process from 'node:process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url))); // wherever it is started, it is about this project
await import('./ensure.mjs');
const { buildServer } = await import('./build/server.mjs');
process.setSourceMapsEnabled(true); // stack traces name the lines of the sources
const folder = await buildServer();
const { exitOfShortage } = await import(new URL('shortage.mjs', folder).href);
await import(new URL('start.mjs', folder).href).catch(exitOfShortage);
