import { siteLocales, type SiteLocale } from '../model.ts';
import type { Path, ProblemCode } from '../problem.ts';
import { closest, didYouMean } from './did-you-mean.ts';
import type { FunnelDocument } from './document.ts';
import type { Finding, Findings } from './finding.ts';
import type { TopicCatalog } from './topics.ts';

export interface SessionWords {
  readonly title: string;
  readonly summary: string;
  /** Four to six lines that the player shows at the beginning; undefined where there are none. */
  readonly opening?: readonly string[];
}

type WrittenSession = {
  readonly topics?: readonly (string | undefined)[];
  readonly category?: string;
  readonly voice?: string;
  readonly audio?: WrittenAudio;
  readonly speaker?: WrittenAudio;
} & { readonly [locale in SiteLocale]?: Partial<SessionWords> };

/** The file after its shape was checked: what was broken is gone from it. */
export interface WrittenCatalog {
  readonly categories?: object;
  readonly voices?: object;
  readonly sessions?: Readonly<Record<string, WrittenSession>>;
}

/** All that the demands on the catalogue may look at. */
interface SessionsContext {
  readonly document: FunnelDocument;
  /** The names as they are written, sound or not; null where there is no such section. */
  readonly declared: Readonly<Record<'categories' | 'voices', readonly string[] | null>>;
  /** What is wrong already. What only follows from it is not reported. */
  readonly found: readonly Finding[];
  readonly topics: TopicCatalog;
  readonly topicsDocument: FunnelDocument;
  readonly recordings: Recordings;
}

/** Holds the sessions against the names that they use, and against each other. */
export function* checkSessions(context: SessionsContext): Findings {
  yield* checkLabels(context, 'category', 'categories', ['unknown_category', 'category_unused']);
  yield* checkLabels(context, 'voice', 'voices', ['unknown_voice', 'voice_unused']);
  yield* checkTopics(context);
  yield* checkTitles(context);
  yield* checkOpenings(context);
  yield* checkRecordings(context.document, sessionsOf(context), context.recordings);
  yield* checkSpeakers(context);
}

/** Sessions name categories and voices that there are, and none is there for nothing. */
function* checkLabels(
  context: SessionsContext,
  key: 'category' | 'voice',
  section: 'categories' | 'voices',
  [unknown, unused]: readonly [ProblemCode, ProblemCode],
): Findings {
  const declared = context.declared[section];
  if (!declared) return;
  const faulty = new Set(context.found.filter(({ path }) => path[0] === section).map(({ path }) => path[1]));
  const uses = sessionsOf(context).flatMap(([id, session]) =>
    session[key] === undefined ? [] : [{ name: session[key], path: ['sessions', id, key] }],
  );
  const { wrong, meant } = compareNames(uses, declared);
  for (const { name, path, guess } of wrong) {
    if (faulty.has(guess)) continue;
    const message = `There is no ${key} "${name}".`;
    const hint = guess === undefined ? `The ${section} are ${declared.join(', ')}.` : `Did you mean "${guess}"?`;
    yield { in: context.document, path, code: unknown, message, hint };
  }
  if (!meant || isSpoilt(context, key)) return;
  for (const name of declared) {
    if (meant.has(name) || faulty.has(name)) continue;
    const message = `No session has the ${key} "${name}".`;
    const hint = 'Give it to a session, or remove it.';
    yield { in: context.document, path: [section, name], target: 'key', code: unused, message, hint };
  }
}

/** Sessions are about topics that there are, and every topic has a session. */
function* checkTopics(context: SessionsContext): Findings {
  if (!context.topics.complete) return;
  const declared = Object.keys(context.topics.topics);
  const uses = sessionsOf(context).flatMap(([id, { topics = [] }]) =>
    topics.flatMap((name, index) => (name === undefined ? [] : [{ name, path: ['sessions', id, 'topics', index] }])),
  );
  const { wrong, meant } = compareNames(uses, declared);
  for (const { name, path, guess } of wrong) {
    const hint = guess === undefined ? 'Topics are defined in content/topics.yaml.' : `Did you mean "${guess}"?`;
    yield { in: context.document, path, code: 'unknown_topic', message: `There is no topic "${name}".`, hint };
  }
  if (!meant || isSpoilt(context, 'topics')) return;
  for (const name of declared) {
    if (meant.has(name)) continue;
    const message = `No session is about the topic "${name}".`;
    const hint = `Add it to the topics of a session in ${context.document.file}.`;
    const place = { in: context.topicsDocument, path: [name], target: 'key' as const };
    yield { ...place, code: 'topic_without_session', message, hint };
  }
}

/** Two sessions with the same title could not be distinguished. */
function* checkTitles(context: SessionsContext): Findings {
  for (const locale of siteLocales) {
    const taken = new Map<string, Path>();
    for (const [id, session] of sessionsOf(context)) {
      const title = session[locale]?.title;
      if (title === undefined) continue;
      const path = ['sessions', id, locale, 'title'];
      const plain = title.trim().toLocaleLowerCase(locale);
      const first = taken.get(plain);
      if (!first) {
        taken.set(plain, path);
        continue;
      }
      const related = [{ in: context.document, path: first, note: 'The other session.' }];
      const message = `Another session is called "${title}" too.`;
      yield { in: context.document, path, code: 'title_twice', message, hint: 'Give one another title.', related };
    }
  }
}

/** In every language the listener is led in as many lines. */
function* checkOpenings(context: SessionsContext): Findings {
  const faulty = new Set(context.found.map(({ path }) => path.slice(0, 3).join(' ')));
  for (const [id, session] of sessionsOf(context)) {
    if (siteLocales.some((locale) => !session[locale] || faulty.has(`sessions ${id} ${locale}`))) continue;
    const countIn = (locale: SiteLocale) => session[locale]?.opening?.length ?? 0;
    const most = Math.max(...siteLocales.map(countIn));
    for (const locale of siteLocales) {
      const count = countIn(locale);
      if (count === most) continue;
      const path = ['sessions', id, locale, ...(count > 0 ? ['opening'] : [])];
      const message = `"${id}" has ${count} opening lines in "${locale}" and ${most} in another language.`;
      const hint = 'Write as many in each language.';
      yield { in: context.document, path, target: 'key', code: 'opening_incomplete', message, hint };
    }
  }
}

/** Listeners read who speaks in a recording; in what is made, nobody does. */
function* checkSpeakers(context: SessionsContext): Findings {
  const faulty = new Set(context.found.map(({ path }) => path.slice(0, 3).join(' ')));
  for (const [id, { audio, speaker }] of sessionsOf(context)) {
    const path = (key: 'audio' | 'speaker') => ['sessions', id, key];
    if (faulty.has(path('audio').join(' ')) || faulty.has(path('speaker').join(' '))) continue;
    const place = { in: context.document, target: 'key' as const };
    if (audio !== undefined && speaker === undefined) {
      const hint = 'Write who speaks in it: `speaker:` and the name.';
      const message = `Nobody is named who speaks in the recording of "${id}".`;
      yield { ...place, path: path('audio'), code: 'speaker_missing', message, hint };
    }
    if (audio === undefined && speaker !== undefined) {
      const message = `"${id}" has no recording that anybody could speak in.`;
      yield { ...place, path: path('speaker'), code: 'speaker_alone', message, hint: 'Remove it, or add `audio`.' };
    }
  }
}

function sessionsOf({ document }: SessionsContext): (readonly [string, WrittenSession])[] {
  return Object.entries((document.value as WrittenCatalog | null | undefined)?.sessions ?? {});
}

interface Use {
  readonly name: string;
  readonly path: Path;
}

interface ComparedNames {
  readonly wrong: readonly (Use & { readonly guess: string | undefined })[];
  /** What is used, misspelt or not; null where it can't be known. */
  readonly meant: ReadonlySet<string> | null;
}

function compareNames(uses: readonly Use[], declared: readonly string[]): ComparedNames {
  const known = new Set(declared);
  const wrong = uses
    .filter(({ name }) => !known.has(name))
    .map((use) => ({ ...use, guess: closest(use.name, declared) }));
  const meant = [
    ...uses.map(({ name }) => name).filter((name) => known.has(name)),
    ...wrong.flatMap(({ guess }) => guess ?? []),
  ];
  return { wrong, meant: wrong.some(({ guess }) => guess === undefined) ? null : new Set(meant) };
}

/** Whether something is wrong already that may hide what sessions have under this key. */
function isSpoilt({ found }: SessionsContext, key: 'topics' | 'category' | 'voice'): boolean {
  return found.some(({ path, code }) => {
    if (path[0] === 'categories' || path[0] === 'voices') return false;
    return path.length <= 2 || path[2] === key || (path.length === 3 && code === 'unknown_key');
  });
}

/** The audio files that sessions may name. */
export interface Recordings {
  /** The folder, as an author would write it. */
  readonly folder: string;
  /** The files in it and its folders, relative to it, with `/`. */
  readonly files: ReadonlySet<string>;
}

/** What a session says of its recordings, or who speaks in them, after its shape was checked: one for both languages, or one for each. */
export type WrittenAudio = string | Readonly<Partial<Record<string, string>>>;

/** Whether it is the address of a recording, and not the name of a file. */
const isAddress = (audio: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(audio);

/** A recording is a file that is there, or an address that the site may send listeners to. */
function* checkRecordings(
  document: FunnelDocument,
  sessions: Iterable<readonly [string, { readonly audio?: WrittenAudio }]>,
  recordings: Recordings,
): Findings {
  for (const [id, { audio }] of sessions) {
    const path = ['sessions', id, 'audio'];
    if (typeof audio === 'string') yield* checkRecording(document, path, audio, recordings);
    else
      for (const [locale, each] of Object.entries(audio ?? {}))
        if (each !== undefined) yield* checkRecording(document, [...path, locale], each, recordings);
  }
}

function* checkRecording(
  document: FunnelDocument,
  path: Path,
  audio: string,
  { folder, files }: Recordings,
): Iterable<Finding> {
  const wrong = isAddress(audio) ? explainAddress(audio) : explainName(audio, folder);
  if (wrong) {
    yield { in: document, path, code: 'recording_name', ...wrong };
  } else if (!isAddress(audio) && !files.has(audio)) {
    const hint = didYouMean(audio, [...files]).hint ?? `Put the file into ${folder}, or correct its name.`;
    yield { in: document, path, code: 'recording_missing', message: `There is no file "${audio}" in ${folder}.`, hint };
  }
}

interface Wrong {
  readonly message: string;
  readonly hint: string;
}

function explainAddress(audio: string): Wrong | undefined {
  if (/^https:\/\/[^/]*@/.test(audio)) {
    const hint = 'Use an address that needs none, such as https://cdn.example.com/first-minutes.mp3.';
    return { message: `"${audio}" has a name or a password in it.`, hint };
  }
  if (/^https:\/\/[^\s/]/.test(audio) && URL.canParse(audio) && !/\s/.test(audio)) return undefined;
  return { message: `"${audio}" is not an https address.`, hint: 'Such as https://cdn.example.com/first-minutes.mp3.' };
}

function explainName(audio: string, folder: string): Wrong | undefined {
  const isInside = audio.split('/').every((part) => /^[^.\s]/.test(part) && part.trim() === part);
  if (!isInside || /[\\:\0]/.test(audio)) {
    const hint = `Write its name, such as first-minutes.mp3, or es/first-minutes.mp3 for one in the folder es.`;
    return { message: `"${audio}" is not the name of a file in ${folder}.`, hint };
  }
  if (/[^/]\.mp3$/i.test(audio)) return undefined;
  const hint = 'Export the recording as MP3: every browser plays it, and the build makes all recordings as loud.';
  return { message: `"${audio}" is not the name of an MP3 file.`, hint };
}
