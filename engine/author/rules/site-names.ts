import type { Finding } from '../finding.ts';
import type { Flow } from '../flow.ts';
import type { SiteRule } from './rule.ts';

/** Two funnels never have the same path. */
export const sitePathsTwice: SiteRule = (flows) => findTwice(flows, 'path', 'path_twice', 'path');

/** Two funnels never store their answers under the same key. */
export const storageKeysTwice: SiteRule = (flows) =>
  findTwice(flows, 'storage_key', 'storage_key_twice', 'storage key');

function* findTwice(
  flows: readonly Flow[],
  key: 'path' | 'storage_key',
  code: 'path_twice' | 'storage_key_twice',
  thing: string,
): Iterable<Finding> {
  const first = new Map<string, Flow>();
  for (const flow of flows) {
    const value = flow.value[key];
    if (value === undefined) continue;
    const other = first.get(value);
    if (!other) {
      first.set(value, flow);
      continue;
    }
    yield {
      in: flow.document,
      path: [key],
      code,
      message: `The ${thing} ${value} is also that of the funnel "${other.id}".`,
      related: [{ in: other.document, path: [key], note: 'The other funnel.' }],
    };
  }
}
