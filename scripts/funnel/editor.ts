import { writeEditorHelp } from '../build/editor-help.ts';
import { generatedFolder } from '../build/sources.ts';
import { CommandError, type ExitCode, type Io } from './write-files.ts';
import { checkCommand } from './load-one.ts';

interface EditorOptions {
  readonly dir: string;
}

/**
 * Writes what editors complete names with, and the types of all answers. Throws a `CommandError` while a flow can't be
 * read.
 */
export async function editor({ dir }: EditorOptions, io: Io): Promise<ExitCode> {
  const changed = writeEditorHelp(dir);
  if (!changed) {
    throw new CommandError(`${generatedFolder}/ stays as it was, as a flow can't be read. First: ${checkCommand(dir)}`);
  }
  io.out(
    changed.length === 0
      ? `${generatedFolder}/ is up to date.\n`
      : `Written:\n${changed.map((name) => `  ${name}\n`).join('')}`,
  );
  return 0;
}
