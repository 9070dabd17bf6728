import type { SourceFile } from '../../engine/author/source-file.ts';
import { refreshEditorHelp } from '../editor-help.ts';
import { readFunnelFiles } from '../read-funnels.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { checkCommand, idOf, inShell } from './load-one.ts';
import { newProblems, withFiles } from './new-problems.ts';
import { filesFromTemplate } from './template.ts';
import { writeFiles } from './write-files.ts';

export interface NewOptions {
  readonly dir: string;
}

/** Writes a funnel that passes, with its words; an id or a path that is taken or can't be one changes nothing. */
export async function createFunnel(id: string, { dir }: NewOptions, io: Io): Promise<ExitCode> {
  requireIdIsOne(id);
  const present = readFunnelFiles(dir);
  const taken = present.find(({ name }) => idOf(name) === id);
  if (taken) throw new CommandError(`There is a funnel "${id}" already: ${taken.name}. Choose another id.`);
  const files = filesFromTemplate(id, dir);
  requirePasses(id, files, present);
  writeFiles(files);
  refreshEditorHelp(dir);
  io.out(describe(id, files, dir));
  return 0;
}

function requireIdIsOne(id: string): void {
  if (idOf(`${id}.yaml`) === id) return;
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
    '    tells what is wrong, and where',
    '  docs/reference/funnel-language.md',
    '    is the manual: everything that a funnel can have',
    '',
  ].join('\n');
}
