/** What people type: whether there is anything to see of it, and how it stands within our own texts. */

/** Spaces, control characters, and what fonts draw nothing for (DI: ignorable by default): fillers, joiners, an empty Braille cell, an empty note. */
const unseen = /[\s\p{Cc}\p{DI}\uFFF9-\uFFFB\u2800\u{1D159}]/gu;

/** Whether nothing of a text can be seen: it is no name and no answer then. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, '') === '';
}

/** Embeddings, overrides and isolates: one that is left open would turn what follows. */
const turns = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * What a person typed, for the middle of a sentence: between Unicode's marks of an isolate, so that a name that is read
 * from right to left leaves the rest where it is. Pages make `<bdi>` of the marks.
 */
export function isolate(typed: string): string {
  return `\u2068${typed.replace(turns, '')}\u2069`;
}

/** A text in parts: every other one is isolated, beginning with the second. */
export function splitIsolated(text: string): readonly string[] {
  return text.split(/\u2068([^\u2069]*)\u2069/);
}
