import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { palette } from '../../content/brand.ts';
import { buildFunnels, type BuildInput, type BuildMemory, createMemory } from '../../engine/author/build.ts';
import type { Recordings } from '../../engine/author/session-rules.ts';
import { parseSessions, type SessionCatalog } from '../../engine/author/sessions.ts';
import { decodeSource, fileKindOf, funnelIdOf, type SourceFile } from '../../engine/author/source-file.ts';
import { type PictureFile, readPicture } from '../../engine/author/picture-file.ts';
import { maxPictureBytes, pictureFolder } from '../../engine/author/rules/pictures.ts';
import { parseLinks } from '../../engine/author/links.ts';
import { parseTestimonials, type TestimonialCatalog } from '../../engine/author/testimonials.ts';
import { parseTopics, type TopicCatalog } from '../../engine/author/topics.ts';
import { siteLocales, type BuiltFunnel, type Locale } from '../../engine/model.ts';
import { isRare } from '../../engine/run/steps/index.ts';
import { compareProblems, type Problem } from '../../engine/problem.ts';
import { reasonOf } from '../print.ts';
import type { Makers } from '../../web/pages/plan/plan-content.ts';
import type { Company, Site } from '../../web/site.ts';
import { basePlans, loadPlans } from './load-plans.ts';
import { readContentFile } from './read-content.ts';
import { listFiles, type SourceFolders } from './sources.ts';
import { siteStorageKeys } from './storage-keys.ts';

export interface LoadedSite {
  /** Every funnel without problems. */
  readonly funnels: readonly BuiltFunnel[];
  /** The catalogue of sessions; null where anything is wrong with it. */
  readonly sessions: SessionCatalog | null;
  /** The topics; null where anything is wrong with them. */
  readonly topics: TopicCatalog['topics'] | null;
  /** What members have said; what is wrong in it is among the problems. */
  readonly testimonials: TestimonialCatalog['testimonials'];
  /** Everything that is wrong in funnels, topics and sessions, sorted by place. */
  readonly problems: readonly Problem[];
  /** What authors should know, and what stops nothing. */
  readonly warnings: readonly Problem[];
}

interface HostsFile {
  /** An address, or `same` for the site's own. */
  readonly hosts: Readonly<Record<string, string>>;
}

/**
 * Reads and checks the funnels of a folder with the topics they speak of, and the sessions of these topics with the
 * recordings that they name.
 */
export function loadFunnels({ funnelsDir, recordingsDir }: SourceFolders, memory = createLoadMemory()): LoadedSite {
  const links = readSource('content/links.yaml');
  const testimonials = readTestimonials();
  const sources = { topics: readTopics(), sessions: readSessions() };
  const recordings = readRecordings(recordingsDir);
  const catalogs = once(memory, 'catalogs', [sources.topics, links, testimonials], () => ({
    topics: parseTopics(sources.topics),
    links: parseLinks(links),
    testimonials: parseTestimonials(testimonials),
  }));
  const { topics } = catalogs;
  const sessions = once(memory, 'sessions', [sources.topics, sources.sessions, [...recordings.files]], () =>
    parseSessions(sources.sessions, topics, recordings),
  );
  const plans = basePlans(loadPlans());
  const { funnels, problems, warnings } = buildFunnels(
    {
      today: todayInUtc(),
      files: readFunnelFiles(funnelsDir),
      topics: topics.topics,
      colours: palette,
      links: catalogs.links.links,
      testimonials: catalogs.testimonials.testimonials,
      plans: once(memory, 'plans', plans, () => plans),
      pictures: picturesOnce(memory),
      siteStorageKeys,
    },
    memory.build,
  );
  const ofCatalogs = Object.values(catalogs).flatMap((catalog) => catalog.problems);
  const all = [...ofCatalogs, ...sessions.problems, ...problems];
  const soundTopics = topics.topics.complete ? topics.topics.topics : null;
  const said = catalogs.testimonials.testimonials.testimonials;
  const content = { sessions: sessions.catalog, topics: soundTopics, testimonials: said };
  return { funnels, ...content, problems: all.sort(compareProblems), warnings };
}

/** What was found out of files, so that those that haven't changed are not looked at again. */
interface LoadMemory {
  readonly build: BuildMemory;
  readonly made: Map<string, { readonly source: string; readonly value: unknown }>;
}

export function createLoadMemory(): LoadMemory {
  return { build: createMemory(), made: new Map() };
}

/** What was made of this source before, or else is made now. */
function once<Value>({ made }: LoadMemory, name: string, source: unknown, make: () => Value): Value {
  const text = JSON.stringify(source);
  const known = made.get(name);
  if (known?.source === text) return known.value as Value;
  const value = make();
  made.set(name, { source: text, value });
  return value;
}

/** The pictures that steps and options may have; what is too large anyway isn't read. */
function picturesOnce(memory: LoadMemory): ReadonlyMap<string, PictureFile> {
  const names = listFiles(pictureFolder);
  const files = names.map((name) => {
    const path = join(pictureFolder, name);
    const { size: bytes, mtimeMs } = statSync(path);
    return { name, path, bytes, mtimeMs };
  });
  const read = ({ path, bytes }: (typeof files)[number]) =>
    bytes > maxPictureBytes ? { bytes } : reading(path, () => readPicture(readFileSync(path)));
  return once(memory, 'pictures', files, () => new Map(files.map((file) => [file.name, read(file)])));
}

/** The funnel that the root route leads to (specification, section 2). */
const homeFunnel = 'daily-emotional-reset';

/** The site with these funnels; `dataUrl` says where a funnel's data in one locale is. None without a funnel. */
export function describeSite(
  built: readonly BuiltFunnel[],
  dataUrl: (funnel: BuiltFunnel, locale: string) => string,
): Site | null {
  const funnels = built.map((each) => {
    const data = Object.keys(each.words).map((locale) => [locale, dataUrl(each, locale)] as const);
    const { id, path, storageKey } = each.funnel;
    return {
      id,
      path,
      storageKey,
      data: Object.fromEntries(data),
      ...(Object.values(each.words).some((words) => isRare({ funnel: each.funnel, words })) && { rare: true as const }),
    };
  });
  const home = funnels.find(({ id }) => id === homeFunnel) ?? funnels[0];
  return home ? { locales: siteLocales, ...loadBusiness(), hosts: loadHosts(), funnels, home: home.path } : null;
}

/** Where the API is, from `content/`. Throws as `loadBusiness` does. */
export function loadHosts(): Site['hosts'] {
  const { hosts } = readContentFile('content/hosts.yaml', 'schemas/hosts.schema.json') as HostsFile;
  return Object.fromEntries(Object.entries(hosts).map(([hostname, host]) => [hostname, addressOf(host)]));
}

const addressOf = (host: string) => (host === 'same' ? '' : host.replace(/\/+$/, ''));

/** Who makes the sessions, from `content/`. Throws as `loadBusiness` does. */
export function loadMakers(): Readonly<Record<Locale, Makers>> {
  return readContentFile('content/makers.yaml', 'schemas/makers.schema.json') as Readonly<Record<Locale, Makers>>;
}

/** The company and the plans, from `content/`. Throws with file and place where they are not as their schema says. */
export function loadBusiness(): Pick<Site, 'company' | 'plans' | 'hasLocalPrices'> {
  const all = loadPlans();
  const plans = basePlans(all);
  return { company: loadCompany(), plans, ...(all.length > plans.length && { hasLocalPrices: true }) };
}

/** Throws as `loadBusiness` does. */
export function loadCompany(): Company {
  return readContentFile('content/company.yaml', 'schemas/company.schema.json') as Company;
}

/** A folder or a file that isn't there or can't be read; the message says which and why. */
export class UnreadableFiles extends Error {}

/** Every YAML file of a folder of funnels, in the order of their names. */
export function readFunnelFiles(directory = 'funnels'): SourceFile[] {
  return reading(directory, () => readdirSync(directory))
    .filter((name) => name.endsWith('.yaml') || name.endsWith('.yml'))
    .sort()
    .map((name) => readSource(join(directory, name)));
}

/** What the content says that funnels are checked with. */
export function readCatalogs(): Pick<BuildInput, 'topics' | 'colours' | 'links' | 'testimonials' | 'siteStorageKeys'> {
  const { topics } = parseTopics(readTopics());
  const { links } = parseLinks(readSource('content/links.yaml'));
  const { testimonials } = parseTestimonials(readTestimonials());
  return { topics, colours: palette, links, testimonials, siteStorageKeys };
}

/** The topics that funnels speak of. */
export function readTopics(): SourceFile {
  return readSource('content/topics.yaml');
}

/** The catalogue of sessions. */
export function readSessions(): SourceFile {
  return readSource('content/sessions.yaml');
}

/** The audio files that sessions may name. Where there is no such folder, there are none. */
export function readRecordings(directory: string): Recordings {
  const folder = relative('', directory).replaceAll(sep, '/');
  return { folder, files: new Set(reading(folder, () => listFiles(directory))) };
}

/** What members have said, as it is written. */
export function readTestimonials(): SourceFile {
  return readSource('content/testimonials.yaml');
}

function readSource(name: string): SourceFile {
  return decodeSource(
    name,
    reading(name, () => readFileSync(name)),
  );
}

function reading<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new UnreadableFiles(`${name} can't be read: ${reasonOf(error)}.`);
  }
}

/** The day that funnels are built for, `YYYY-MM-DD`. */
export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What edits take from visitors who are in the middle of a published version: problems `answers_lost`, sorted. */
export async function compareWithPublished(
  published: ReadonlyMap<string, Pick<BuiltFunnel, 'funnel'>>,
  funnels: readonly BuiltFunnel[],
  files: readonly SourceFile[],
): Promise<Problem[]> {
  const edits = funnels.flatMap(({ funnel: after }) => {
    const before = published.get(after.id)?.funnel;
    const flowFile = files.find(({ name }) => funnelIdOf(name) === after.id && fileKindOf(name).kind === 'flow');
    return before && flowFile && before.version !== after.version ? [{ before, after, flowFile }] : [];
  });
  if (edits.length === 0) return [];
  // Only when it is needed: it brings the machine with it.
  const { checkEdit } = await import('../../engine/author/diff/check-edit.ts');
  return edits.flatMap(checkEdit).sort(compareProblems);
}
