import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { hashOf, isStamped } from './stamp.ts';

/** What is built from which sources. It imports nothing that builds, so that a start with nothing to build is quick. */

/** Where to read what is not always in the folder of the project. */
export interface SourceFolders {
  readonly funnelsDir: string;
  /** Need not be there: it is for recordings that sessions name. */
  readonly recordingsDir: string;
}

/** What a site is built with. */
export interface SiteSettings extends SourceFolders {
  /** Where pages find hashed files, without a slash at its end; null: at the site. */
  readonly assetsUrl: string | null;
}

const appSources = [
  'web',
  'content/brand.ts',
  'scripts/build/app.ts',
  'engine/model.ts',
  'engine/run',
  'engine/shop',
  'scripts/vite',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Whether pages are kept for when there is no connection. */
export const withWorker = (): boolean => process.env['OFFLINE'] !== 'off';

/** Of all that the web app is built from. */
export const hashOfApp = ({ assetsUrl }: Pick<SiteSettings, 'assetsUrl'>): string =>
  hashOf(appSources, String(withWorker()), String(assetsUrl));

/** Of all that the site is built from; `app` is the app's. Of recordings, which may be large, only which there are and of when. */
export function hashOfSite({ funnelsDir, recordingsDir }: SourceFolders, app: string): string {
  const content = readdirSync('content').filter((name) => /\.(yaml|ts)$/.test(name));
  const sources = ['engine', 'schemas', 'scripts', ...content.map((name) => path.join('content', name)), funnelsDir];
  const recordings = listFiles(recordingsDir).map((name) => [name, statSync(path.join(recordingsDir, name)).mtimeMs]);
  return hashOf(sources, app, JSON.stringify(recordings));
}

/** The file in a built site that says from what it was built. */
export const stampOfSite = (siteDir: string): string => path.join(siteDir, 'stamp');

/** Where the schemas and the types stand that are written from the funnels. */
export const generatedFolder = 'schemas/generated';
/** The site's own funnels: those of another folder have no part in what editors complete. */
export const siteFunnels = 'funnels';
export const stampOfEditorHelp = 'dist/editor-help.stamp';

/** Of all that goes into the editors' help and, as other branches of git bring that too, of all that comes out. */
export function hashOfEditorHelp(): string {
  const written = ['engine/author/editor', 'scripts/build/editor-help.ts'];
  return hashOf([siteFunnels, 'content/topics.yaml', 'schemas', ...written]);
}

/** Whether nothing has changed since the last build, so that another one would do nothing. */
export function isBuilt({ siteDir, ...settings }: SiteSettings & { readonly siteDir: string }): boolean {
  try {
    if (!isStamped(stampOfSite(siteDir), hashOfSite(settings, hashOfApp(settings)))) return false;
    const isOwn = path.relative(siteFunnels, settings.funnelsDir) === '';
    return !isOwn || (existsSync(generatedFolder) && isStamped(stampOfEditorHelp, hashOfEditorHelp()));
  } catch {
    // The build says what can't be read.
    return false;
  }
}

/** The files in a folder that need not be there, and in those below it, in order. */
export function listFiles(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}
