import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BuildManifest } from '../../api/builds.ts';
import { weightsFile } from './app.ts';
import { formatTable, numberColumn, textColumn } from '../print.ts';
import type { Weights } from '../vite/weigh-modules.ts';

/** Prints what the first screen is made of, as it was built last: docs/reference/speed.md. */

const site = 'dist/site';
const read = (file: string) => readFileSync(path.join(site, file));
const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);

console.log(`${describeScript()}\n\n${describePages()}`);

/** The parts of the scripts that all pages have, largest first. */
function describeScript(): string {
  const { files, parts } = JSON.parse(readFileSync(weightsFile, 'utf8')) as Weights;
  const sent = files.reduce((total, file) => total + sizeOf(file), 0);
  const sum = parts.reduce((total, { compressed }) => total + compressed, 0);
  const rows = parts
    .toSorted((one, other) => other.compressed - one.compressed)
    .map(({ name, rendered, compressed }) => [name, kilobytes(rendered), kilobytes((compressed / sum) * sent)]);
  const columns = [textColumn('part'), numberColumn('kB rendered'), numberColumn('about kB sent')];
  return formatTable(columns, [...rows, ['all', '', kilobytes(sent)]]);
}

/** What each quiz's page fetches by itself. */
function describePages(): string {
  const manifest = JSON.parse(read('pages.json').toString()) as BuildManifest;
  const rows = Object.keys(manifest.funnels).flatMap((id) =>
    Object.entries(manifest.pages[`/${id}`]!).map(([locale, { file }]) => [
      `/${id}`,
      locale,
      ...partsOfPage(file).map(kilobytes),
    ]),
  );
  const sizes = ['HTML', 'its style', 'scripts', 'data', 'font'].map((title) => numberColumn(`${title} kB`));
  return formatTable([textColumn('page'), textColumn('locale'), ...sizes], rows);
}

/** Bytes as they are sent; of the style, what it takes by itself. */
function partsOfPage(file: string): number[] {
  const html = read(file).toString();
  const named = (ending: string) =>
    [...new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]!))].filter((name) =>
      name.endsWith(ending),
    );
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const sum = (ending: string) => named(ending).reduce((total, name) => total + sizeOf(name), 0);
  return [sizeOf(file), brotliCompressSync(style).length, sum('.js'), sum('.json'), sum('.woff2')];
}

function sizeOf(file: string): number {
  return read(file.endsWith('.woff2') ? file : `${file}.br`).length;
}
