/** One line that reads as it is written: no control characters or line ends, and nothing that turns its direction. */
export function isSingleLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}
