/** Rows of one kind by their id, in the order they were made. Rows are never changed in place. */
export interface Table<Row extends { readonly id: string }> {
  get(id: string): Row | undefined;
  /** Adds it, or puts it in the place of the one with its id. */
  put(row: Row): Row;
  remove(id: string): void;
  /** The newest first. */
  newest(): Row[];
  /** The oldest first. */
  oldest(): IterableIterator<Row>;
}

/** `onChange` is told of each change. */
export function createTable<Row extends { readonly id: string }>(
  rows: readonly Row[],
  onChange: () => void,
): Table<Row> {
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
