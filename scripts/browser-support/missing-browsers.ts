import type { BrowserName, CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { createRequire } from 'node:module';
import { oldestBrowsers } from '../vite/browser-targets.ts';

/** A use of a feature that some browser of the table lacks. */
export interface FoundFeature {
  /** Such as `URL.canParse` or `text-wrap: balance`. */
  readonly feature: string;
  /** Where it is used: a file, with the line where that is known. */
  readonly place: string;
  /** What lacks it, with the version that brings it: `safari 17`. */
  readonly missing: readonly string[];
}

/** What MDN knows of browsers, by the path of a feature: `api.URL.canParse_static`. No import: 20 MB are not to be transformed. */
export const { api, css, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The browsers of MDN's data that a line of `browserslist` stands for. */
const names: Readonly<Record<string, readonly BrowserName[]>> = {
  iOS: ['safari_ios'],
  Safari: ['safari'],
  Chrome: ['chrome', 'chrome_android', 'webview_android'],
  Edge: ['edge'],
  Firefox: ['firefox', 'firefox_android'],
};

const oldest = oldestBrowsers().flatMap(({ name, version }) => names[name]!.map((browser) => ({ browser, version })));

/**
 * The browsers of the table whose oldest version lacks a feature, with the version that brings it: `safari 17`; empty where
 * all have it. Those that have it in part count as having it, and so do those with a vendor's prefix if `allowsPrefix` is set.
 */
export function missingBrowsers({ support }: CompatStatement, { allowsPrefix = false } = {}): string[] {
  return oldest.flatMap(({ browser, version }) => {
    const statements = [support[browser] ?? []].flat();
    const plain = statements.filter(
      ({ flags, prefix, alternative_name: other }) => !flags && !other && (allowsPrefix || !prefix),
    );
    const has = plain.some(
      ({ version_added: added, version_removed: removed }) => isBy(added, version) && !isBy(removed, version),
    );
    return has || statements.length === 0 ? [] : [`${browser} ${plain[0]?.version_added || 'never'}`];
  });
}

/** Whether the change that came with `changed` is in `version`. A preview is in none. */
function isBy(changed: string | boolean | undefined, version: string): boolean {
  if (typeof changed !== 'string' || changed === 'preview') return false;
  return changed.replace('≤', '').localeCompare(version, 'en', { numeric: true }) <= 0;
}

/** Which browsers have a feature; undefined where MDN's data has no such feature. */
export function compatOf(feature: Identifier | undefined): CompatStatement | undefined {
  const { __compat: compat } = feature ?? {};
  return compat;
}

/** All features below a node of MDN's data, each with its own name. */
export function* featuresBelow(node: Identifier): Generator<readonly [name: string, compat: CompatStatement]> {
  for (const [name, child] of Object.entries(node) as [string, Identifier][]) {
    if (name === '__compat') continue;
    const compat = compatOf(child);
    if (compat) yield [name, compat];
    yield* featuresBelow(child);
  }
}
