import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';

const folders = ['docs', 'docs/guide', 'docs/guide/operate', 'docs/reference', 'docs/decisions'];
const pages = ['README.md', ...folders.flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))]
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const sources = ['api', 'deploy', 'engine', 'schemas', 'scripts', 'stories', 'tests', 'web'];
const names = new Set(
  sources
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .map((file) => path.basename(file)),
);

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const tasks = { proof: tasksOf('tests/proofs/main.ts'), bench: tasksOf('tests/bench/main.ts').add('all') };

test('comments of the sources name only files that there are', () => {
  const files = ['api', 'engine', 'schemas', 'scripts', 'stories', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const gone = files
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/^.*?(?:\/\/|\*).*?`([\w-]+\.(?:tsx?|mjs|css))`/gm))
        .filter(([, name]) => !names.has(name!))
        .map(([line]) => `${file}: ${line.trim()}`),
    );
  expect(gone).toEqual([]);
});

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
      sources.includes(name.split('/', 1)[0]!)
        ? !existsSync(name)
        : /^[\w-]+\.(tsx?|mjs)$/.test(name) && !names.has(name),
    );
    expect(gone).toEqual([]);
  });

  it('names only commands that there are', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)(?: -- ([\w-]+))?/g)];
    const gone = named.filter(([, script = '', task = '']) => {
      if (script === 'proof' || script === 'bench') return task !== '' && !tasks[script].has(task);
      return !(script in scripts);
    });
    expect(gone.map(([command]) => command)).toEqual([]);
  });

  it('ends its lines at 120 characters, but for pictures, code and rows of tables', () => {
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
    const long = prose.split('\n').filter((line) => line.length > 120 && !/^(!\[|\|)/.test(line));
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

/** The names of the tasks that a program lists. */
function tasksOf(file: string): Set<string> {
  const names = readFileSync(file, 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \{/gm);
  return new Set([...names].map(([, name]) => name!));
}

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
