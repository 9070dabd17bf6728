// `npm run funnel`: installs what is missing, bundles the command when its sources have changed, and runs it.
// From one bundle it starts in a third of the time that its thousand modules take.
import process from 'node:process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url))); // wherever it is started, it is about this project
await import('./ensure.mjs');
await import(await commandUrl());

async function commandUrl() {
  const { bundleOf } = await import('./build/bundle.mjs');
  try {
    return await bundleOf('scripts/funnel.ts', 'dist/command');
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    // Nothing can be written there: the modules themselves take longer, and are the same.
    const { register } = await import('tsx/esm/api');
    register();
    return new URL('funnel.ts', import.meta.url).href;
  }
}
