import { type Rows, tableNames } from './rows.ts';

export type Tables = { readonly [Name in keyof Rows]: Table<Rows[Name]> };

/** What a file holds of the tables. */
export type SavedTables = { readonly [Name in keyof Rows]?: readonly Rows[Name][] };

export function createTables(saved: SavedTables, onChange: () => void): Tables {
  const tables = tableNames.map((name) => {
    const rows: readonly { readonly id: string }[] = saved[name] ?? [];
    return [name, createTable(rows, onChange)] as const;
  });
  return Object.fromEntries(tables) as unknown as Tables;
}

export function saveTables(tables: Tables): SavedTables {
  return Object.fromEntries(tableNames.map((name) => [name, [...tables[name].oldest()]]));
}

/** Rows of one kind by their id, in the order they were made. Rows are never changed in place. */
interface Table<Row extends { readonly id: string }> {
  get(id: string): Row | undefined;
  /** Adds it, or puts it in the place of the one with its id. */
  put(row: Row): Row;
  remove(id: string): void;
  /** The newest first. */
  newest(): Row[];
  /** The oldest first. */
  oldest(): IterableIterator<Row>;
}

/** `onChange` is called after each change. */
function createTable<Row extends { readonly id: string }>(rows: readonly Row[], onChange: () => void): Table<Row> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    get: (id) => byId.get(id),
    put(row) {
      byId.set(row.id, row);
      onChange();
      return row;
    },
    remove(id) {
      if (byId.delete(id)) onChange();
    },
    newest: () => [...byId.values()].reverse(),
    oldest: () => byId.values(),
  };
}
