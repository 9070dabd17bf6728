interface Column {
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

/** A column of texts. */
export function textColumn(title: string): Column {
  return { title, align: 'left' };
}

/** A column of numbers. */
export function numberColumn(title: string): Column {
  return { title, align: 'right' };
}

/** A part of a whole, `41.5 %`; a dash where there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percent(part / whole);
}

/** A rate from 0 to 1, `41.5 %`. */
export function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** A line of a table for spreadsheets; none of its cells is taken for a formula. */
export function writeCsvLine(cells: readonly string[]): string {
  return cells.map(quote).join(',');
}

function quote(text: string): string {
  const isFormula = /^[=+\-@]/.test(text) && Number.isNaN(Number(text));
  return /[",\n]/.test(text) || isFormula ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}

/** A text that came with a visitor, such as a source: nothing of it may steer a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '\u{FFFD}');
}

/** A period as a heading says it: `from 2026-11-01 to 2026-11-30`, `of all time`. Null: no bound. */
export function describePeriod({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  if (from === null && to === null) return 'of all time';
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you have no right to',
  EPERM: 'you have no right to',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file or a folder can't be read or written, in plain words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error ? reasons[String(error.code)] : undefined) ?? error.message;
}
