import { readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StandInStateError } from '../../../api/payments/stand-in.ts';
import type { SavedTables } from './tables.ts';

const format = 1;

/** Where the state is kept. */
export interface StateFile {
  /** Resolves when everything up to this call is safe on disk; rejects if it cannot be written. */
  save(): Promise<void>;
}

interface StateSource {
  readonly version: () => number;
  readonly tables: () => SavedTables;
}

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
  if (typeof state !== 'object' || state === null || !('format' in state) || !('tables' in state)) {
    throw new Error('it is no state of a stand-in');
  }
  if (state.format !== format) throw new Error(`its format is ${String(state.format)}, not ${format}`);
  if (typeof state.tables !== 'object' || state.tables === null) throw new Error('it has no tables');
  const broken = Object.entries(state.tables).find(([, rows]) => !Array.isArray(rows) || !rows.every(hasId));
  if (broken) throw new Error(`its ${broken[0]} cannot be read`);
  return state.tables;
}

function hasId(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string';
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StandInStateError(file, error);
  }
}

/** One writes at a time; those who come meanwhile share the next writing. */
export function openStateFile(file: string | null, source: StateSource): StateFile {
  if (file === null) return { save: () => Promise.resolve() };
  let written = -1;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function write(path: string): Promise<void> {
    const version = source.version();
    if (version === written) return;
    await replaceFile(path, JSON.stringify({ format, tables: source.tables() }));
    written = version;
  }

  function begin(path: string): Promise<void> {
    const writing = write(path).finally(() => {
      if (current === writing) current = null;
    });
    current = writing;
    return writing;
  }

  return {
    save() {
      if (!current) return begin(file);
      next ??= current
        .catch(() => {})
        .then(() => {
          next = null;
          return begin(file);
        });
      return next;
    },
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
