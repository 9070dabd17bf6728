import { palette } from '../../../content/brand.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Build, buildFunnels, type SourceFile, type TopicCatalog } from '../../../engine/author/build.ts';
import { compileFunnel } from '../../../engine/author/compile/compile-funnel.ts';
import { readExpressions } from '../../../engine/author/expression-uses.ts';
import { writeOutFlow } from '../../../engine/author/for-each.ts';
import { readFiles } from '../../../engine/author/files.ts';
import type { Flow } from '../../../engine/author/flow.ts';
import { siteStorageKeys } from '../../../scripts/build/storage-keys.ts';
import { readMisspelt, readScope } from '../../../engine/author/scope.ts';
import { decodeSource, normalizeText } from '../../../engine/author/source-file.ts';
import type { Words } from '../../../engine/author/words/words.ts';
import type { CompiledFunnel, BuiltFunnel } from '../../../engine/model.ts';
import { formatProblem, type Problem, type ProblemCode } from '../../../engine/problem.ts';

const here = (path: string): URL => new URL(path, import.meta.url);

const words = { title: 'A topic', focus: 'What it is about.', practice: 'What to do.' };
/** The topics that the tests' funnels speak of. */
export const topics: TopicCatalog = {
  topics: Object.fromEntries(
    ['deep-sleep', 'wind-down', 'calm-evening', 'shift-reset'].map((id) => [id, { en: words, es: words }]),
  ),
  complete: true,
};

/** A funnel without problems, to change one file of. */
export const soundFiles: readonly SourceFile[] = ['sleep.yaml', 'sleep.en.yaml', 'sleep.es.yaml'].map((name) => ({
  name,
  text: readFileSync(here(`sound/${name}`), 'utf8'),
}));

/** The text of a file of the sound funnel. */
export function soundText(name: string): string {
  const file = soundFiles.find((candidate) => candidate.name === name);
  if (!file) throw new Error(`There is no ${name}.`);
  return file.text;
}

/** A file of the sound funnel with one piece of text replaced by another. */
export function changed(name: string, old: string, replacement: string): SourceFile {
  const text = soundText(name);
  if (!text.includes(old)) throw new Error(`${name} has no ${JSON.stringify(old)}.`);
  return { name, text: text.replace(old, () => replacement) };
}

/** The sound funnel with some of its files replaced, and others added. */
export function withFiles(...files: readonly SourceFile[]): readonly SourceFile[] {
  const names = new Set(files.map(({ name }) => name));
  return [...soundFiles.filter(({ name }) => !names.has(name)), ...files];
}

/** What variants of the tests' funnels can offer. */
export const plans = [{ id: 'basic' }, { id: 'lifetime' }, { id: 'basic', offer: 'basic_b' }];

export function build(files: readonly SourceFile[]): Build {
  return buildFunnels({ colours: palette, files, topics, plans, siteStorageKeys });
}

/** Every problem as `code line:column`, for comparing with what is expected. */
export function problemTexts(problems: readonly Problem[]): string[] {
  return problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** The one problem of these files; a warning keeps them from nothing. */
export function expectProblem(files: readonly SourceFile[], code: ProblemCode, line: number, column: number): Problem {
  const told = build(files);
  const problems = [...told.problems, ...warningsOf(told.warnings, code)];
  const report = problems.map((problem) => formatProblem(problem)).join('\n\n');
  expect(problemTexts(problems), report).toEqual([`${code} ${line}:${column}`]);
  return problems[0] as Problem;
}

/**
 * The sound funnel has an experiment and a variable that nothing reads, so that a broken one may read them; a copy of it
 * has its goals.
 */
function warningsOf(warnings: readonly Problem[], wanted?: ProblemCode): readonly Problem[] {
  return warnings.filter(({ code }) => code === wanted || (code !== 'unused' && code !== 'goal_shared'));
}

/** Files without problems, and the funnels they make. */
export function expectValid(files: readonly SourceFile[]): BuiltFunnel[] {
  const { funnels, problems, warnings } = build(files);
  expect([...problems, ...warningsOf(warnings)].map((problem) => formatProblem(problem)).join('\n\n')).toBe('');
  return funnels;
}

/** The flow of one funnel's files, which could be read. */
export function readOneFlow(files: readonly SourceFile[]): { flow: Flow; words: readonly Words[] } {
  const { flow, words } = readFiles(files.map(normalizeText)).funnels.find((funnel) => funnel.flow) ?? {};
  if (!flow || !words) throw new Error('There is no flow that can be read.');
  return { flow, words };
}

/** Compiles a funnel as it is in these files, whatever a proof may say of it. */
export function compileUnproved(files: readonly SourceFile[]): CompiledFunnel {
  const { flow, words } = readOneFlow(files);
  const written = writeOutFlow(flow);
  return compileFunnel(written, readExpressions(written), readScope(written, readMisspelt(flow, words)));
}

/**
 * A file with one mistake, and what its first line says of it: `# <name>: <code> at <line>:<column>`. A second line
 * `# visit: …` is one of the shortest visits that show it, for proofs. Below lines `# file: <name>` follow other files that change.
 */
export interface BrokenFixture {
  readonly title: string;
  readonly files: readonly SourceFile[];
  readonly code: ProblemCode;
  readonly line: number;
  readonly column: number;
  readonly visit: string | undefined;
}

/** The fixtures of a folder: broken funnels, or broken catalogues of sessions. */
export function readBrokenFixtures(folder: 'broken' | 'broken-sessions' = 'broken'): BrokenFixture[] {
  return readdirSync(here(folder)).map((fixture) => {
    const whole = decodeSource(fixture, readFileSync(here(`${folder}/${fixture}`)));
    const [text = '', ...others] = whole.text.split(/^(?=# file: )/m);
    const [, name = '', code = '', line, column, visit] = header.exec(text) ?? [];
    const files = [{ ...whole, name, text }, ...others.map(readOther)];
    const title = fixture.replace('.yaml', '').replaceAll('-', ' ');
    return { title, files, code: code as ProblemCode, line: Number(line), column: Number(column), visit };
  });
}

const header = /^# (.+): (\w+) at (\d+):(\d+)\n(?:# visit: (.+)\n)?/;

function readOther(text: string): SourceFile {
  return { name: /^# file: (.+)\n/.exec(text)?.[1] ?? '', text };
}
