/** A text that came with a visitor, such as a source: nothing of it may steer a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '\u{FFFD}');
}
