/** Fields that Stripe has and this product never uses: each of them null. */
export function nulls<Name extends string>(...names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}
