/** A line of a table for spreadsheets; none of its cells is taken for a formula. */
export function writeCsvLine(cells: readonly string[]): string {
  return cells.map(quote).join(',');
}

function quote(text: string): string {
  const isFormula = /^[=+\-@]/.test(text) && Number.isNaN(Number(text));
  return /[",\n]/.test(text) || isFormula ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text;
}
