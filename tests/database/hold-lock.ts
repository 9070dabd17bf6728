import { lockFolder } from '../../api/platform/db/embedded/lock-folder.ts';

/** A process that keeps others out of a folder until it is killed, or prints why it can't. */
try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('in');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(String(error));
}
