import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StandInStateError } from '../../../api/payments/stand-in.ts';
import type { SavedTables } from './tables.ts';

const format = 1;

/** What an earlier run has left, nothing if there was none. Throws a `StandInStateError` if it cannot be read. */
export function readState(file: string | null): SavedTables {
  const text = file === null ? null : readIfThere(file);
  if (file === null || text === null) return {};
  try {
    return parseState(JSON.parse(text));
  } catch (error) {
    throw new StandInStateError(file, error);
  }
}

function parseState(state: unknown): SavedTables {
  const { format: own, tables } = (state ?? {}) as { readonly format?: unknown; readonly tables?: unknown };
  if (own !== format || typeof tables !== 'object' || tables === null) throw new Error(`it is not of format ${format}`);
  if (Object.values(tables).every(isTable)) return tables as SavedTables;
  throw new Error('its rows cannot be read');
}

function isTable(rows: unknown): boolean {
  return Array.isArray(rows) && rows.every((row: { readonly id?: unknown } | null) => row?.id);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StandInStateError(file, error);
  }
}

/** What is to be kept, and how often it has changed. */
interface StateSource {
  readonly version: () => number;
  readonly tables: () => SavedTables;
}

/**
 * Gives what resolves when everything up to its call is safe on disk, and rejects if it can't be written. One writes at a
 * time; those who come meanwhile share the next writing.
 */
export function openStateFile(file: string | null, { version, tables }: StateSource): () => Promise<void> {
  let written = -1;
  let current = Promise.resolve();
  let next: Promise<void> | null = null;

  async function write(path: string): Promise<void> {
    next = null;
    const toWrite = version();
    if (toWrite === written) return;
    await replaceFile(path, JSON.stringify({ format, tables: tables() }));
    written = toWrite;
  }

  return () => {
    if (file === null) return current;
    next ??= current = current.catch(() => {}).then(() => write(file));
    return next;
  };
}

/** A crash leaves the old file or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
