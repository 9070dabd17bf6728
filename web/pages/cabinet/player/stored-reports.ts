import { entriesWith } from '../../../storage.ts';

/** A report to the server about one time of listening. */
export interface PendingReport {
  readonly kind: 'start' | 'finish';
  /** Of the session. */
  readonly id: string;
  readonly play: string;
  readonly day: string;
  readonly heard: number;
  readonly position: number;
  /** Where the server thought the listener was when this was written; null where that was not known. */
  readonly knownPosition: number | null;
  /** When it was written, in milliseconds. */
  readonly at: number;
}

const prefix = 'listening:';

/** The entry of storage where a user's reports are. */
export const reportsKey = (userId: string): string => prefix + userId;

/** Whether this browser stores any reports. */
export const hasReports = (): boolean => entriesWith(prefix).length > 0;

const maxReports = 50;
const goodForMilliseconds = 30 * 86_400_000;

/** Whether the later one of both says all that the other does. */
export function sameReport(one: PendingReport, other: PendingReport): boolean {
  return one.kind === other.kind && one.id === other.id && one.play === other.play;
}

/** Those that are kept under this key, oldest first. What is there may be old, or tampered with. */
export function readReports(storage: Pick<Storage, 'getItem'>, key: string, now: number): readonly PendingReport[] {
  if (unstored.has(key)) return unstored.get(key) ?? [];
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isReport).filter(({ at }) => now - at < goodForMilliseconds);
  } catch {
    return [];
  }
}

/** Where storage is off or full they are kept as long as the page stays on. */
export function storeReports(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  reports: readonly PendingReport[],
): void {
  const stored = limitReports(reports);
  try {
    if (stored.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(stored));
    unstored.delete(key);
  } catch {
    unstored.set(key, stored);
  }
}

/** There is no one to send them for: the account is gone. */
export function removeReports(userId: string): void {
  storeReports({ setItem: () => undefined, removeItem: (key) => localStorage.removeItem(key) }, reportsKey(userId), []);
}

const unstored = new Map<string, readonly PendingReport[]>();

/** A finished session stays on record longer than a place in one. */
function limitReports(reports: readonly PendingReport[]): readonly PendingReport[] {
  const surplus = reports.length - maxReports;
  if (surplus <= 0) return reports;
  const dropped = new Set(reports.filter(({ kind }) => kind === 'start').slice(0, surplus));
  return reports.filter((report) => !dropped.has(report));
}

function isReport(value: unknown): value is PendingReport {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, play, day, heard, position, at } = value as Record<string, unknown>;
  const texts = [id, play, day].every((text) => typeof text === 'string' && text !== '');
  const numbers = [heard, position, at].every((number) => Number.isFinite(number));
  return (kind === 'start' || kind === 'finish') && texts && numbers;
}
