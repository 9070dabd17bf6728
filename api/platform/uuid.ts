const pattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether the text can be an id of ours: PostgreSQL fails on anything else instead of finding nothing. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}
