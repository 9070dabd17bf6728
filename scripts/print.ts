interface Column {
  readonly title: string;
  /** Numbers stand right. */
  readonly align: 'left' | 'right';
}

/** A table for a terminal, its columns two spaces apart, each row in one line. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows].map((cells) => cells.map(inLine));
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

export interface Printing {
  /** Whether the colours of `formatProblem` and the like stay: of texts that no stranger wrote. */
  readonly painted?: boolean;
}

/**
 * The text as every command prints it, and writes it into files: nothing in it steers a terminal or turns what is read.
 * Control characters, but for tabs and line ends, and marks of direction come out as U+FFFD; joined emoji stay.
 */
export function printable(text: string, { painted = false }: Printing = {}): string {
  return text.replaceAll(painted ? steeringButColours : steering, '\u{FFFD}');
}

/** A carriage return alone goes back to the start of the line and writes over it. */
const steering = /[^\P{Cc}\t\n\r]|\r(?!\n)|\p{Bidi_Control}/gu;
const steeringButColours = new RegExp(String.raw`(?!\u001B\[\d+m)(?:${steering.source})`, 'gu');

/** The same of a text that has to stay in its line. */
export function inLine(text: string): string {
  return printable(text).replaceAll(/[\t\n\r]/g, '\u{FFFD}');
}

/** For programs, as `printable`. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, clean, 2)}\n`;
}

function clean(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? printable(value) : value;
}

/** Prints a line, as `printable`. */
export function printLine(line: string): void {
  console.log(printable(line));
}

/** The same on standard error. */
export function printError(line: string, printing?: Printing): void {
  console.error(printable(line, printing));
}

interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

/** A period as a heading says it: `from 2026-11-01 to 2026-11-30`, `of all time`. Null: no bound. */
export function describePeriod({ from, to, without }: Period & { readonly without?: Period | null }): string {
  const within = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') || 'of all time';
  return without ? `${within}, but none ${describePeriod(without)}` : within;
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
