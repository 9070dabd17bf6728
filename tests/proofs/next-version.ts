import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyProject } from '../site/adapted-copy.ts';

/** Migrations by name, each as the source of its file without imports. */
export type NewMigrations = Readonly<Record<string, string>>;

/** Adds migrations to a copy of the project, after all that it has. */
export function addMigrations(folder: string, added: NewMigrations): void {
  const migrations = path.join(folder, 'api/platform/db/migrations');
  const index = path.join(migrations, 'index.ts');
  for (const [name, source] of Object.entries(added)) {
    writeFileSync(path.join(migrations, `${name}.ts`), `import type { Knex } from 'knex';\n\n${source}\n`);
    const imported = `step${name.slice(0, 4)}`;
    const text = readFileSync(index, 'utf8');
    const end = text.lastIndexOf('\n};');
    const listed = `${text.slice(0, end)}\n  '${name}': ${imported},${text.slice(end)}`;
    writeFileSync(index, `import * as ${imported} from './${name}.ts';\n${listed}`);
  }
}

/** A migration that runs this SQL in a transaction, as the source of its file. */
export const migrationOf = (sql: string): string =>
  `export const up = (knex: Knex): Promise<void> => knex.raw(\`${sql}\`).then(() => undefined);`;

/** The folder of a next version with these migrations: its server, compiled, and the site of this one. */
export function compileNext(added: NewMigrations): string {
  const { folder } = copyProject();
  addMigrations(folder, added);
  cpSync('dist/site', path.join(folder, 'dist/site'), { recursive: true });
  const compile = "await (await import('./scripts/build/server.mjs')).buildServer()";
  execFileSync(process.execPath, ['--input-type=module', '-e', compile], { cwd: folder, stdio: 'inherit' });
  return folder;
}
