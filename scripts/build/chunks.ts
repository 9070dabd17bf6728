import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from 'vite';

/** What Vite says of the built client: which files a source became. */
export interface Chunks {
  readonly manifest: Manifest;
  readonly folder: string;
  /** What the addresses of files begin with: `/`, or `https://cdn.example.com/`. */
  readonly base: string;
}

export function readChunks(folder: string, base: string): Chunks {
  return {
    folder,
    base,
    manifest: JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest,
  };
}

/** What the addresses of hashed files begin with. */
export const assetsPath = ({ base }: Chunks): string => `${base}assets/`;

const entry = 'index.html';

/**
 * The CSS that a page with these sources needs for its first paint, inline. Its files are there as disabled links, which
 * are not fetched: Vite's loader, which looks for them before it loads a chunk, would add them once more, and with them a
 * second `@font-face` that may replace the typeface of what has been painted.
 */
export function styleOf(
  { manifest, folder, base }: Chunks,
  sources: readonly string[],
): { text: string; links: string } {
  const keys = [entry, ...sources].flatMap((source) => withImports(manifest, source));
  const files = [...new Set(keys.flatMap((key) => manifest[key]!.css ?? []))];
  return {
    text: files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join(''),
    links: files.map((file) => `<link rel="stylesheet" disabled href="${base}${file}">`).join(''),
  };
}

/** Tags that fetch the entry's script, what it builds on and the chunks of these sources at once, not one after another. */
export function preloadTags({ manifest, base }: Chunks, sources: readonly string[]): string[] {
  const keys = new Set([entry, ...sources].flatMap((source) => withImports(manifest, source)));
  const react = manifest[entry]!.imports!.find((key) => manifest[key]!.name === 'react')!;
  const ids: Readonly<Record<string, string>> = { [entry]: ' id="app"', [react]: ' id="base"' };
  return [...keys].map(
    (key) => `<link rel="modulepreload" crossorigin${ids[key] ?? ''} href="${base}${manifest[key]!.file}">`,
  );
}

/** The addresses of everything that these sources may load sooner or later: code, styles, fonts. */
export function allFilesOf({ manifest, base }: Chunks, sources: readonly string[]): string[] {
  const keys = new Set<string>();
  const add = (key: string) => {
    if (keys.has(key)) return;
    keys.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}`);
    const { imports = [], dynamicImports = [] } = chunk;
    imports.forEach(add);
    if (!leadsEverywhere(key)) dynamicImports.forEach(add);
  };
  sources.forEach(add);
  const files = [...keys].flatMap((key) => [
    manifest[key]!.file,
    ...(manifest[key]!.css ?? []),
    ...(manifest[key]!.assets ?? []).filter((file) => /\.(woff2|svg)$/.test(file)),
  ]);
  return [...new Set(files)].map((file) => base + file);
}

/** What loads every page, or the words of every language, when it is asked to. */
function leadsEverywhere(key: string): boolean {
  return key === entry || key === 'app/other-routes.tsx';
}

function withImports(manifest: Manifest, key: string): string[] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}`);
  return [key, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported))];
}
