/** A text as it can be written in YAML with quotes; for hints. */
export function quoted(text: string): string {
  return text.includes('"') && !text.includes("'")
    ? `'${text}'`
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
