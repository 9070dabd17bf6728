import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type SourceFile, funnelIdOf } from '../../engine/author/source-file.ts';
import { refreshEditorHelp } from '../build/editor-help.ts';
import { generatedFolder } from '../build/sources.ts';
import { CommandError, type ExitCode, type Io, writeFiles } from './write-files.ts';
import { checkCommand, inShell, newProblems, withFiles } from './load-one.ts';
import { readFunnelFiles } from '../build/load-site.ts';

interface NewOptions {
  readonly dir: string;
}

/** Writes a funnel that passes, with its words; an id or a path that is taken or can't be one changes nothing. */
export async function createFunnel(id: string, { dir }: NewOptions, io: Io): Promise<ExitCode> {
  requireIdIsOne(id);
  const present = readFunnelFiles(dir);
  const taken = present.find(({ name }) => funnelIdOf(name) === id);
  if (taken) throw new CommandError(`There is a funnel "${id}" already: ${taken.name}. Choose another id.`);
  const files = filesFromTemplate(id, dir);
  requirePasses(id, files, present);
  writeFiles(files);
  refreshEditorHelp(dir);
  io.out(describe(id, files, dir));
  return 0;
}

function requireIdIsOne(id: string): void {
  if (funnelIdOf(`${id}.yaml`) === id) return;
  const plain = id.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const guess = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^[-0-9]+|-+$/g, '');
  const hint = guess === '' ? 'Such as: sleep-issues.' : `Did you mean "${guess}"?`;
  throw new CommandError(
    `"${id}" can't be the id of a funnel. It has small letters a to z, digits and hyphens, and begins with a letter. ${hint}`,
  );
}

/** Says what of the new funnel is in the way of others, such as a path that is a page of the site. */
function requirePasses(id: string, files: readonly SourceFile[], present: readonly SourceFile[]): void {
  const problems = newProblems(present, withFiles(present, files));
  if (problems.length === 0) return;
  const reasons = problems.map(({ message }) => message).join('\n');
  throw new CommandError(`A funnel "${id}" would not pass. ${reasons}\nChoose another id.`);
}

function describe(id: string, files: readonly SourceFile[], dir: string): string {
  const dev = dir === 'funnels' ? 'npm run dev' : `FUNNELS_DIR=${inShell(dir)} npm run dev`;
  return [
    'Written, the flow and its words:',
    ...files.map(({ name }) => `  ${name}`),
    '',
    'What to do next:',
    `  ${dev}`,
    `    and open http://127.0.0.1:3000/${id}: what you save is on the screen at once`,
    `  ${checkCommand(dir, id)}`,
    '    says what is wrong, and where',
    '  docs/reference/funnel-language.md',
    '    is the manual: everything that a funnel can have',
    '',
  ].join('\n');
}

const folder = 'scripts/funnel/template';
const templateId = 'calmer-evenings';

/** The files of a new funnel, to stand in a folder: a flow, and its words in each language of the site. */
export function filesFromTemplate(id: string, dir: string): readonly SourceFile[] {
  const schemas = relative(dir, schemasFor(dir)).replaceAll(sep, '/');
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name: join(dir, name.replace(templateId, id)),
      text: readFileSync(join(folder, name), 'utf8')
        .replace(/\$schema=\S*\//, () => `$schema=${schemas}/`)
        .replaceAll(templateId, id)
        .replaceAll(inOneWord(templateId), inOneWord(id))
        .replaceAll(templateId.replaceAll('-', '_'), id.replaceAll('-', '_')),
    }));
}

/** Those that know the names of the site's funnels, for these. */
function schemasFor(dir: string): string {
  return relative('funnels', dir) === '' ? generatedFolder : 'schemas';
}

/** `sleep-issues` as `SleepIssues`; digits stay apart, so that `area-51` and `area51` remain two names. */
function inOneWord(id: string): string {
  return id.replaceAll(/(^|-)([a-z0-9])/g, (_match, _hyphen, first: string) =>
    /\d/.test(first) ? `_${first}` : first.toUpperCase(),
  );
}
