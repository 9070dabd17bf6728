import { palette } from '../../content/brand.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFunnels } from '../../engine/author/build.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { formatProblem } from '../../engine/problem.ts';
import {
  brokenEdits,
  editedExample,
  exampleFiles,
  exampleId,
  writeFunnel,
} from '../../scripts/docs-pictures/example.ts';
import { digestsFile, digestsOfWords } from '../../scripts/docs-pictures/studio.ts';
import { readTopics } from '../../scripts/build/load-site.ts';
import { run } from '../scripts/funnel/run.ts';

const guide = readFileSync('docs/guide/authoring.md', 'utf8');
const { topics } = parseTopics(readTopics());
const flow = exampleFiles()[0]!.text;
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map((match) => match[1]!);
const build = (files: ReturnType<typeof exampleFiles>) => buildFunnels({ colours: palette, topics, files });
const reported = (files: ReturnType<typeof exampleFiles>): string[] =>
  build(files).problems.map((problem) => formatProblem(problem));

describe("the authors' guide", () => {
  it('writes a quiz that compiles as it stands there', () => {
    expect(reported(exampleFiles())).toEqual([]);
    const [built] = build(exampleFiles()).funnels;
    expect(built?.funnel.steps).toHaveLength(6);
    expect(built?.funnel.outcomes).toHaveLength(2);
  });

  it('explains it with lines of that quiz only', () => {
    const lines = exampleFiles().map(({ text }) => withoutIndentation(text));
    const fragments = blocks('yaml').map(withoutIndentation);
    expect(fragments.length).toBeGreaterThan(6);
    expect(fragments.filter((fragment) => !lines.some((text) => text.includes(fragment)))).toEqual([]);
  });

  it.each([
    {
      lines: 'when: heaviness >= 3 or (answered(weighs) and weighs has "phone")',
      insteadOf: 'when: heaviness >= 3',
    },
    {
      lines: [
        'next:',
        '  - { when: \'wake_up == "heavy" and weighs has "short_night"\', to: phone_note }',
        '  - { else: minutes }',
      ].join('\n'),
      below: 'choose: { min: 1, max: 2 }',
    },
    { lines: 'restart: true', below: 'funnel: slow-mornings' },
  ])('has other lines to write, which compile: $lines', ({ lines, insteadOf, below }) => {
    expect(guide.replaceAll(/^ {4}/gm, '')).toContain(lines);
    const from = insteadOf ?? below;
    const indent = flow
      .split('\n')
      .find((line) => line.trim() === from)!
      .search(/\S/);
    const to = `${below === undefined ? '' : `${below}\n`}${lines}`.replaceAll('\n', `\n${' '.repeat(indent)}`);
    expect(reported(editedExample({ from, to }))).toEqual([]);
  });

  it('quotes what the checker says of the broken quiz', () => {
    const [problem] = reported(editedExample(brokenEdits.unknownStep));
    expect(blocks('text')).toContain(`${problem}\n`);
    expect(guide).toContain(brokenEdits.missingAnswer.to);
    expect(reported(editedExample(brokenEdits.missingAnswer))).toEqual([expect.stringContaining('answer_missing')]);
  });
});

describe('the commands of the guide', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'authoring-')), 'funnels');
  beforeAll(() => writeFunnel(folder, exampleFiles()));
  afterAll(() => rmSync(path.dirname(folder), { recursive: true }));

  it.each(['paths', 'simulate'])('print what it quotes: %s', async (command) => {
    const quoted = guide.match(new RegExp(`funnel -- ${command} ${exampleId}\n[^]*?\`\`\`text\n([^]*?)\`\`\``))![1]!;
    const { out } = await run([command, exampleId, '--dir', folder]);
    expect(out).toContain(quoted.split('…')[0]!);
  });

  it('write the table whose rows it quotes', async () => {
    const { out } = await run(['words', exampleId, '--export', '-', '--dir', folder]);
    const rows = [...guide.matchAll(/^\| (steps\.[\w.]+) +\| (\w+) +\| (.+?) +\|/gm)];
    expect(rows).toHaveLength(3);
    for (const [, ...cells] of rows) expect(out).toContain(cells.map((cell) => `"${cell}"`).join(','));
  });
});

describe('a renamed option', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'authoring-'));
  const [before, after] = [path.join(root, 'published'), path.join(root, 'funnels')];
  const renamed = 'busy_head: { score: 2, renamed_from: full_head }';
  beforeAll(() => {
    writeFunnel(before, exampleFiles());
    writeFunnel(after, editedExample({ from: 'full_head: { score: 2 }', to: renamed }));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('is put right by fix, and diff says of it what the guide quotes', async () => {
    expect(guide).toContain(`    ${renamed}\n`);
    expect((await run(['fix', exampleId, '--yes', '--dir', after])).exitCode).toBe(0);
    const { out } = await run(['diff', exampleId, '--dir', after, '--against', before]);
    expect(blocks('text')).toContain(out.replace(before, 'main'));
    expect((await run(['check', '--dir', after, '--against', before])).exitCode).toBe(0);
  });
});

describe('the pictures of the guide', () => {
  const shown = [...guide.matchAll(/!\[([^\]]*)\]\(\.\.\/(pictures\/[\w.-]+)\)/g)];

  it('are there, are small, and are described to those who do not see them', () => {
    expect(shown.length).toBeGreaterThan(5);
    for (const [, alt = '', file = ''] of shown) {
      expect(alt.length, file).toBeGreaterThan(40);
      expect(statSync(path.join('docs', file)).size, file).toBeLessThan(60_000);
    }
  });

  it('show the words of today: where this fails, run npm run docs:pictures and look at them', () => {
    expect(JSON.parse(readFileSync(digestsFile, 'utf8'))).toEqual(digestsOfWords());
  });

  it('are all that are made for it', () => {
    const made = readdirSync('docs/pictures').filter((name) => name.startsWith('authoring-'));
    expect(made.toSorted()).toEqual(shown.map(([, , file = '']) => path.basename(file)).toSorted());
  });
});

function withoutIndentation(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => line.trim()).join('\n');
}
