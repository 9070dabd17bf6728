/** A text without its case and its accents: "Sueño" is found by "sueno". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
