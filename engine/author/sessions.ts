import { siteLocales, type Locale, type SiteLocale } from '../model.ts';
import type { Problem } from '../problem.ts';
import type { FunnelDocument } from './document.ts';
import { toProblems } from './finding.ts';
import {
  checkSessions,
  type Recordings,
  type SessionWords,
  type WrittenAudio,
  type WrittenCatalog,
} from './session-rules.ts';
import { checkShape } from './shape/check-shape.ts';
import { keysOf } from './shape/validate.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import type { TopicCatalog } from './topics.ts';
import { readYaml } from './yaml/read-yaml.ts';

/** A session of the catalogue, with its words in each language. */
export interface CatalogSession {
  readonly id: string;
  /** Ids of topics; the first is what the session is most about. */
  readonly topics: readonly string[];
  readonly category: string;
  readonly voice: string;
  readonly minutes: number;
  readonly words: Readonly<Record<Locale, SessionWords>>;
  /** By language, a file in the folder of recordings or an https address; null where there is no recording. */
  readonly audio: Readonly<Record<Locale, string>> | null;
  /** Who speaks in it; null where there is no recording. */
  readonly speaker: Readonly<Record<Locale, string>> | null;
}

type Labels = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** All sessions, in the order of the file, and the names of what they are found by. */
export interface SessionCatalog {
  readonly categories: Labels;
  readonly voices: Labels;
  readonly sessions: readonly CatalogSession[];
}

/** What `parseTopics` has read. */
interface Topics {
  readonly topics: TopicCatalog;
  readonly document: FunnelDocument;
}

interface ParsedSessions {
  /** Null where anything is wrong: a catalogue is published whole or not at all. */
  readonly catalog: SessionCatalog | null;
  readonly problems: Problem[];
}

/**
 * Reads `content/sessions.yaml`, and holds it against the topics that its sessions are about and the recordings that
 * there are.
 */
export function parseSessions(
  file: SourceFile,
  { topics, document: topicsDocument }: Topics,
  recordings: Recordings,
): ParsedSessions {
  const { document, findings, readable } = readYaml(normalizeText(file), { isText: true, keys: keysOf('sessions') });
  if (!readable) return { catalog: null, problems: toProblems(findings) };
  const declared = { categories: namesIn(document.value, 'categories'), voices: namesIn(document.value, 'voices') };
  const found = [...findings, ...checkShape(document, 'sessions').findings];
  const more = checkSessions({ document, declared, found, topics, topicsDocument, recordings });
  const problems = toProblems([...found, ...more]);
  return { catalog: problems.length === 0 ? toCatalog(document.value as SoundCatalog) : null, problems };
}

/** The keys of a section as they are written, sound or not; null where there is no such section. */
function namesIn(value: unknown, section: keyof WrittenCatalog): readonly string[] | null {
  const names = (value as WrittenCatalog | null | undefined)?.[section] as unknown;
  return typeof names === 'object' && names !== null && !Array.isArray(names) ? Object.keys(names) : null;
}

type SoundSession = Omit<CatalogSession, 'id' | 'words' | 'audio' | 'speaker'> & {
  readonly audio?: WrittenAudio;
  readonly speaker?: WrittenAudio;
} & {
  readonly [locale in SiteLocale]: SessionWords;
};
type SoundCatalog = Omit<SessionCatalog, 'sessions'> & { readonly sessions: Readonly<Record<string, SoundSession>> };

function toCatalog({ categories, voices, sessions }: SoundCatalog): SessionCatalog {
  return {
    categories,
    voices,
    sessions: Object.entries(sessions).map(([id, { topics, category, voice, minutes, audio, speaker, ...words }]) => ({
      id,
      topics,
      category,
      voice,
      minutes,
      words: byLocale((locale) => words[locale]),
      audio: forEach(audio),
      speaker: forEach(speaker),
    })),
  };
}

/** One for both languages, or one for each. */
function forEach(written: WrittenAudio | undefined): Readonly<Record<Locale, string>> | null {
  if (written === undefined) return null;
  return byLocale((locale) => (typeof written === 'string' ? written : written[locale]!));
}

function byLocale<Value>(valueOf: (locale: SiteLocale) => Value): Readonly<Record<Locale, Value>> {
  return Object.fromEntries(siteLocales.map((locale) => [locale, valueOf(locale)]));
}
