import { createTable, type Table } from './table.ts';
import { tableNames, type Rows } from './rows.ts';

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
