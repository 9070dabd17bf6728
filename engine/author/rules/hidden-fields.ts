import { didYouMean } from '../did-you-mean.ts';
import { fieldInAddress, type HiddenField, hiddenFieldsOf } from '../hidden-fields.ts';
import type { FlowRule } from './rule.ts';

/** Query parameters that mean something to the site itself: what they do, in an author's words. */
const ownParameters: ReadonlyMap<string, string> = new Map([
  ['locale', 'chooses the language'],
  ['stepsLimit', 'cuts the quiz short'],
]);

/** A hidden field is declared once, has a name that the site leaves to it, and is the one that a field begins with. */
export const hiddenFields: FlowRule = function* ({ flow, scope }) {
  const place = ({ path, target }: HiddenField) => ({ in: flow.document, path, target });
  const declared = new Map<string, HiddenField>();
  for (const field of hiddenFieldsOf(flow)) {
    const { name, isPersonal } = field;
    const first = declared.get(name);
    const own = ownParameters.get(name);
    if (first)
      yield {
        ...place(field),
        code: 'listed_twice',
        message: `The hidden field "${name}" is there twice.`,
        hint: 'Remove one of the two.',
        related: [{ ...place(first), note: 'The first.' }],
      };
    else if (own !== undefined)
      yield {
        ...place(field),
        code: 'reserved_name',
        message: `In the address, ${name} ${own}.`,
        hint: 'Choose another name.',
      };
    else if (isPersonal && name === 'utm_source')
      yield {
        ...place(field),
        code: 'reserved_name',
        message: 'Reports and leads say utm_source: it can be nothing personal.',
        hint: 'Remove personal, or choose another name.',
      };
    if (!first) declared.set(name, field);
  }
  for (const { path, value } of flow.steps) {
    const name = fieldInAddress(value.prefill ?? '');
    if (name === undefined || declared.has(name) || !scope.complete) continue;
    yield {
      in: flow.document,
      path: [...path, 'prefill'],
      code: 'unknown_hidden_field',
      message: `There is no hidden field "${name}".`,
      hint: didYouMean(name, declared.keys()).hint ?? `Add it to the flow: hidden_fields: [${name}].`,
    };
  }
};
