import { palette } from '../../../../content/brand.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFunnels, type SourceFile } from '../../../../engine/author/build.ts';
import { fixFunnel } from '../../../../engine/author/edit/fix-funnel.ts';
import { readFiles } from '../../../../engine/author/files.ts';
import { parseTopics } from '../../../../engine/author/topics.ts';
import { readFunnelFiles, readTopics } from '../../../../scripts/build/load-site.ts';
import { soundFiles } from '../harness.ts';
import { funnelIdOf } from '../../../../engine/author/source-file.ts';

const all = [...readFunnelFiles('funnels'), ...soundFiles];
const { topics } = parseTopics(readTopics());
const ids = [...new Set(all.map(({ name }) => funnelIdOf(name) ?? ''))];
const find = (files: readonly SourceFile[]) => buildFunnels({ colours: palette, files, topics }).problems;

function filesOf(id: string): readonly SourceFile[] {
  return all.filter(({ name }) => funnelIdOf(name) === id);
}

/** A step with another id, or an option with another key, in the flow alone. */
function rename(files: readonly SourceFile[], at: number, isOption: boolean): readonly SourceFile[] {
  const flow = readFiles(files).funnels[0]?.flow;
  const steps = flow?.steps.filter(({ options }) => !isOption || options.length > 0) ?? [];
  const step = steps[at % steps.length];
  const key = isOption ? step?.options[at % step.options.length]?.key : step?.id;
  if (!flow || key === undefined) throw new Error('This funnel has no steps.');
  const own = new RegExp(`\\b(?<=[ \\n{])${key}: \\{ ?`);
  const renamed = (text: string): string => {
    const start = text.indexOf(`id: ${step?.id}`);
    const [before, after] = [text.slice(0, start), text.slice(start)];
    if (!isOption) return before + after.replace(/id: (\w+)(\n {4}|, )/, 'id: newly_called$2renamed_from: $1$2');
    return before + after.replace(own, `newly_called: { renamed_from: ${key}, `).replace(', }', ' }');
  };
  return files.map((file) => (file.name === flow.document.file ? { ...file, text: renamed(file.text) } : file));
}

test.each(ids)('whatever is renamed in %s, a correction makes it sound again, and a second one finds nothing', (id) => {
  const files = filesOf(id);
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.boolean(), (at, isOption) => {
      const broken = rename(files, at, isOption);
      expect(broken).not.toEqual(files);
      const fixed = fixFunnel(broken, find);
      expect(find(fixed).map(({ message }) => message)).toEqual([]);
      expect(fixFunnel(fixed, find)).toEqual(fixed);
    }),
    { numRuns: id === 'sleep' ? 12 : 3, endOnFailure: true },
  );
});

test.each(ids)('nothing in %s needs a correction', (id) => {
  const files = filesOf(id);
  expect(fixFunnel(files, find)).toBe(files);
});

const flow = (first: string, second: string): string =>
  `locales: [en]\nsteps:\n  - { id: a, type: single_choice, options: { ${first} } }\n` +
  `  - { id: b, type: single_choice, options: { ${second} } }\noutcomes: {}\n`;
const shared = 'steps:\n  a: { title: A, options: &o { old: Old } }\n  b: { title: B, options: *o }\n';

test.each([
  [
    'is renamed for all of them',
    'young: { renamed_from: old }',
    'young: { renamed_from: old }',
    shared.replace('old:', 'young:'),
  ],
  ['stays where one of them keeps the old name', 'young: { renamed_from: old }', 'old: {}', shared],
])('a key that an anchor shares among steps %s', (_name, first, second, expected) => {
  const files = [
    { name: 'x.yaml', text: flow(first, second) },
    { name: 'x.en.yaml', text: shared },
  ];
  expect(fixFunnel(files, () => [])[1]?.text).toBe(expected);
});
