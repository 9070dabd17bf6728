import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from '../../engine/author/source-file.ts';
import { generatedFolder } from '../editor-help.ts';

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
