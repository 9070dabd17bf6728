/** One line that reads as it is written: no control characters or line ends, and nothing that turns its direction. */
export function isSingleLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** A name: one line, without markup and without what a mail program makes a link of (`evil.example`, `http:`, `a@b`). */
export function isPersonName(text: string): boolean {
  return isSingleLine(text) && !/[<>@:/\\]|[.．。｡][\p{L}\p{N}]{2}|\p{N}[.．。｡]\p{N}|^\s*www\b/iu.test(text);
}
