// Runs a command with Firefox and WebKit, a screen as small as a phone's for WebKitGTK, and a sound card that nobody hears.
// Installs what is missing from Debian.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from 'tsx/esm/api';

register();
const { runCommand } = await import('./run-command.ts');
const { installFromDebian } = await import('./install-from-debian.ts');

/** Debian's packages, by the program that each is needed for. */
const packages = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  WPEWebDriver: 'wpewebkit-driver',
  '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser': 'libwpewebkit-1.1-0',
  Xvfb: 'xvfb',
  pulseaudio: 'pulseaudio',
};
const folders = (process.env.PATH ?? '').split(delimiter);
const find = (program) => folders.map((folder) => resolve(folder, program)).find((file) => existsSync(file));
const findMissing = () => Object.keys(packages).filter((program) => !find(program));

let missing = findMissing();
if (
  missing.length > 0 &&
  installFromDebian(
    'Firefox and WebKit',
    missing.map((program) => packages[program]),
  )
)
  missing = findMissing();
if (missing.length > 0) {
  console.error(
    `Not on this machine: ${missing.join(', ')}. They are packages of Debian: ${Object.values(packages).join(' ')}`,
  );
  process.exit(1);
}

const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '390x844x24'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [display] = await once(screen.stdout, 'data');
const folder = mkdtempSync(join(tmpdir(), 'sound-'));
const socket = join(folder, 'socket');
const sinks = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
const sound = spawn(
  'pulseaudio',
  ['-n', '--use-pid-file=no', '--exit-idle-time=-1', ...sinks.flatMap((module) => ['-L', module])],
  // Its own files go too, and nobody's settings count.
  { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
);
while (!existsSync(socket) && sound.exitCode === null) await sleep(50);
const code = await runCommand(process.argv.slice(2), {
  FIREFOX: find('firefox-esr'),
  DISPLAY: `:${String(display).trim()}`,
  PULSE_SERVER: `unix:${socket}`,
});
screen.kill();
sound.kill();
rmSync(folder, { recursive: true, force: true });
process.exit(code);
