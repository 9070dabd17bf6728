import css from '../../web/ui/tokens.css?raw';

/** The names of the design's decisions (`--color-page`, …) that begin so, in the order of `web/ui/tokens.css`. */
export function tokensOf(kind: string): readonly string[] {
  const names = [...css.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => name.startsWith(`--${kind}-`));
}
