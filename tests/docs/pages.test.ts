import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folders = ['docs', 'docs/guide', 'docs/guide/operate', 'docs/reference', 'docs/decisions'];
const pages = ['README.md', ...folders.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const names = new Set(
  ['api', 'engine', 'schemas', 'scripts', 'stories', 'tests', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .map((file) => path.basename(file)),
);

describe.each(pages)('$file', ({ file, text }) => {
  it('has only links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\((?!https?:|tel:|mailto:|\/privacy-policy)([^)#\s]*)(?:#([^)]+))?\)/g)];
    const lost = links.filter(([, to = '', heading]) => {
      const target = to === '' ? file : path.join(path.dirname(file), to);
      return !existsSync(target) || (heading !== undefined && !anchorsOf(target).includes(heading));
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it('names only files and folders that there are', () => {
    const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    const gone = named.filter((name) =>
      /^(api|engine|schemas|scripts|stories|tests|web)\//.test(name)
        ? !existsSync(name)
        : /^[\w-]+\.(tsx?|mjs)$/.test(name) && !names.has(name),
    );
    expect(gone).toEqual([]);
  });

  it('ends its lines at 120 characters, but for pictures and code', () => {
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
    const long = prose.split('\n').filter((line) => line.length > 120 && !line.startsWith('!['));
    expect(long).toEqual([]);
  });
});

it('the README leads to every page, itself or by the page that it names', () => {
  const linked = new Set<string>();
  const follow = (file: string): void => {
    if (linked.has(file) || !file.endsWith('.md')) return;
    linked.add(file);
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]*)/g))
      follow(path.join(path.dirname(file), to));
  };
  follow('README.md');
  expect(pages.map(({ file }) => file).filter((file) => !linked.has(file))).toEqual([]);
});

/** The headings of a page as links call them. */
function anchorsOf(file: string): readonly string[] {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
