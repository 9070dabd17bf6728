import { addressPrefix } from '../run/address.ts';
import type { Target } from './document.ts';
import type { Flow } from './flow.ts';
import type { Path } from '../problem.ts';
import type { Words } from './words/words.ts';

/** The most characters of a value that a text says or a field begins with, where the author doesn't say. */
export const defaultAddressLength = 80;

/** A query parameter that a flow declares. */
export interface HiddenField {
  readonly name: string;
  readonly maxLength: number;
  /** No condition reads it, and it never leaves the browser but as an answer. */
  readonly isPersonal: boolean;
  /** Where its name stands. */
  readonly path: Path;
  readonly target: Target;
}

/** The hidden fields of a flow, in its order: each is a name, or a name with what it can be. */
export function hiddenFieldsOf({ value }: Pick<Flow, 'value'>): readonly HiddenField[] {
  return (value.hidden_fields ?? []).flatMap((written, index): HiddenField[] => {
    const path = ['hidden_fields', index];
    if (written === undefined) return [];
    if (typeof written === 'string')
      return [{ name: written, maxLength: defaultAddressLength, isPersonal: false, path, target: 'value' }];
    return Object.entries(written).map(
      ([name, { max_length: maxLength = defaultAddressLength, personal = false }]) => ({
        name,
        maxLength,
        isPersonal: personal,
        path: [...path, name],
        target: 'key',
      }),
    );
  });
}

/** The names of the hidden fields that conditions can read. */
export function readableFields(flow: Pick<Flow, 'value'>): readonly string[] {
  return hiddenFieldsOf(flow)
    .filter(({ isPersonal }) => !isPersonal)
    .map(({ name }) => name);
}

/** The name in `query.NAME`; nothing for any other text. */
export function fieldInAddress(text: string): string | undefined {
  return text.startsWith(addressPrefix) ? text.slice(addressPrefix.length) : undefined;
}

/** The names of the hidden fields that texts say or fields begin with. */
export function fieldsShown({ steps }: Pick<Flow, 'steps'>, words: readonly Words[]): ReadonlySet<string | undefined> {
  const recalls = words.flatMap(({ texts }) => texts.flatMap(({ parsed }) => parsed.recalls));
  return new Set([
    ...recalls.map(({ recall }) => fieldInAddress(recall)),
    ...steps.map(({ value }) => value.prefill && fieldInAddress(value.prefill)),
  ]);
}
