// Runs a command with CHROMIUM set to a Chromium on this machine; installs one first where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { register } from 'tsx/esm/api';

register();
const { runCommand } = await import('./run-command.ts');
const { installFromDebian } = await import('./install-from-debian.ts');

// Debian's shell without windows takes a third less of the processor than the browser.
const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const find = () => places.find((place) => place && existsSync(place));

function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

let chromium = find() ?? (await playwrightsOwn());
if (!chromium && installFromDebian('Chromium', ['chromium-headless-shell'])) chromium = find();
if (!chromium && run('npx', ['playwright', 'install', 'chromium'])) chromium = await playwrightsOwn();
if (!chromium) {
  console.error('No Chromium was found or could be installed. Install one and set CHROMIUM to its path.');
  process.exit(1);
}
process.exit(await runCommand(process.argv.slice(2), { CHROMIUM: chromium }));
