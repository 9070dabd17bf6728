/** The id of what may be expanded. Nothing is kept expanded here. */
export function idOf(reference: string | { readonly id: string }): string;
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null;
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
