/** The part of negotiator 1.1 that is used; its published types are those of version 0.6. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> });
    /** Those encodings that the client takes, the ones it likes best first; among equals in the order of `preferred`. */
    encodings<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T[];
    /** The one of these languages that the client likes best; undefined where it takes none of them. */
    language<T extends string>(available: readonly T[]): T | undefined;
  }
}
