import { readdirSync, readFileSync } from 'node:fs';

/** So many in a second: what `getconf CLK_TCK` says wherever Node.js runs on Linux. */
const ticksPerSecond = 100;

/** Seconds of processor time that a process has used so far, with children that it has waited for. */
export function processorSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticksPerSecond;
}

/** The same of a process and all that it has started, such as PostgreSQL with a process for each connection. */
export function processorSecondsOfTree(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.reduce((sum, child) => sum + processorSecondsOf(Number(child)), processorSecondsOf(pid));
}

/** 0 where it has just ended. */
export function parentOf(pid: number): number {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return 0;
  }
}

/** The fields after the name of the program, which may contain anything. */
function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
