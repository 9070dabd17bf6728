import type { FlowRule } from './rule.ts';

/** A funnel's answers aren't stored where the site stores something else: each would overwrite the other. */
export const storageKey: FlowRule = function* ({ flow, siteStorageKeys }) {
  const { storage_key: key } = flow.value;
  if (key === undefined || !siteStorageKeys.includes(key)) return;
  const name = flow.id.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  yield {
    in: flow.document,
    path: ['storage_key'],
    code: 'reserved_storage_key',
    message: `Under ${key}, the site stores something of its own in the visitor's browser.`,
    hint: `Write storage_key: wizard${name}`,
  };
};
