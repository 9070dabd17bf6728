export interface Column {
  readonly title: string;
  /** Numbers stand right. */
  readonly align: 'left' | 'right';
}

/** A table for a terminal, its columns two spaces apart. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => cells[index]!.length)));
  const format = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        columns[index]!.align === 'left' ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd();
  return lines.map(format).join('\n');
}
