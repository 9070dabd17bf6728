/** What a part of an expression can be. `unknown` is the type of a mistake that has been reported already. */
export type ValueType =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'number' }
  /** `isWritten`: an answer in the visitor's own words. */
  | { readonly kind: 'text'; readonly isWritten?: true }
  | { readonly kind: 'date' }
  /** Of day. */
  | { readonly kind: 'time' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'list' }
  /** One of a few keys: a single choice, what stands first of a rank, a variant, the name of a dimension or of a text. */
  | {
      readonly kind: 'key';
      readonly keys: ReadonlySet<string>;
      readonly of: 'option' | 'first' | 'variant' | 'dimension' | 'text';
      readonly name: string;
    }
  /** Several of a few keys: a multiple choice. */
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string>; readonly name: string };

/** The names that an expression can use, and whether some may be missing because of a mistake elsewhere. */
export interface Scope {
  readonly answers: ReadonlyMap<string, ValueType>;
  /** Variables and dimensions: numbers, dates, and names of dimensions and of texts. */
  readonly variables: ReadonlyMap<string, ValueType>;
  /** In the order of the file. */
  readonly dimensions: ReadonlySet<string>;
  readonly experiments: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly hiddenFields: ReadonlySet<string>;
  /** Those of them that no condition can read. */
  readonly personalFields: ReadonlySet<string>;
  readonly complete: boolean;
  /** Step ids whose answers have another name. */
  readonly fieldOfStep: ReadonlyMap<string, string>;
  /** The answers to a step with `for_each`, by its id and by its field. */
  readonly fieldsOfEach: ReadonlyMap<string, readonly string[]>;
}

export const unknownType: ValueType = { kind: 'unknown' };
export const numberType: ValueType = { kind: 'number' };
export const textType: ValueType = { kind: 'text' };
export const dateType: ValueType = { kind: 'date' };
export const timeType: ValueType = { kind: 'time' };
export const booleanType: ValueType = { kind: 'boolean' };
export const listType: ValueType = { kind: 'list' };

/**
 * The words of the language, which can't be names of answers or variables. `floor` and `ceil` can: they came when funnels
 * were already published, and a quiz may ask for a floor.
 */
export const languageWords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'has',
  'true',
  'false',
  'variant',
  'query',
  'min',
  'max',
  'abs',
  'round',
  'count',
  'answered',
  'if',
  'default',
  'clamp',
  'today',
]);
