import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEditorHelp } from '../../../scripts/build/editor-help.ts';
import { run, temporaryFolder } from './run.ts';

test('schemas and types are written where they are missing or have changed, and only there', () => {
  using funnels = temporaryFolder('calm-days', 'calm-nights');
  using out = temporaryFolder();
  const folder = join(out.path, 'generated');
  const all = ['funnel.schema.json', 'words.schema.json', 'funnels.d.ts'].map((name) => join(folder, name));
  expect(writeEditorHelp(funnels.path, folder)).toEqual(all);
  expect(writeEditorHelp(funnels.path, folder)).toEqual([]);
  funnels.change('calm-days.yaml', 'path: /calm-days', 'path: /calmer-days');
  expect(writeEditorHelp(funnels.path, folder)).toEqual([]);
  funnels.change('calm-days.yaml', 'wizard_finish_calm_days', 'wizard_end_calm_days');
  expect(writeEditorHelp(funnels.path, folder)).toEqual([all[2]]);
  expect(readFileSync(all[2]!, 'utf8')).toContain('"wizard_end_calm_days"');
});

test('what is there stays while a funnel is not YAML', () => {
  using funnels = temporaryFolder('calm-days', 'calm-nights');
  using out = temporaryFolder();
  funnels.write('calm-days.yaml', 'steps: [');
  expect(writeEditorHelp(funnels.path, out.path)).toBeUndefined();
  expect(existsSync(join(out.path, 'funnels.d.ts'))).toBe(false);
});

test('the command says that it could not read a funnel, and not that all is up to date', async () => {
  using funnels = temporaryFolder('calm-days');
  funnels.write('calm-days.yaml', 'steps: [');
  const { exitCode, out, err } = await run(['editor', '--dir', funnels.path]);
  expect(out).toBe('');
  expect(err).toContain(`a flow can't be read. First: npm run funnel -- check --dir ${funnels.path}`);
  expect(exitCode).toBe(1);
});

test('a folder without funnels has types without funnels', () => {
  using none = temporaryFolder();
  using out = temporaryFolder();
  writeEditorHelp(none.path, out.path);
  expect(readFileSync(join(out.path, 'funnels.d.ts'), 'utf8')).toMatch(/export interface Funnels \{\n\}\n$/);
});
