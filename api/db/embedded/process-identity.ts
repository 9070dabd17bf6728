import { readFileSync } from 'node:fs';

/**
 * Tells a process from a later one that got the same id: when it started and since which boot. `null` where the
 * system doesn't say (only Linux does) or there is no such process; a process that has ended, of which only its parent
 * has not yet taken note, is no longer itself.
 */
export function processIdentity(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces. What follows it begins with field 3, the state; field 22 is the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? `${boot}/ended` : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** Whether the process that was so identified still runs. */
export function isRunning({ pid, identity }: { readonly pid: number; readonly identity: string | null }): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process: it runs, but no signal may be sent to it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processIdentity(pid);
  return identity === null || now === null || identity === now;
}
