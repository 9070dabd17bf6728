import { siteLocales, type SiteLocale } from '../model.ts';
import type { Path, ProblemCode } from '../problem.ts';
import { closest } from './did-you-mean.ts';
import type { FunnelDocument } from './document.ts';
import type { Finding, Findings } from './finding.ts';
import { checkRecordings, type Recordings, type WrittenAudio } from './recording-rules.ts';
import type { TopicCatalog } from './topics.ts';

export interface SessionWords {
  readonly title: string;
  readonly summary: string;
}

type WrittenSession = {
  readonly topics?: readonly (string | undefined)[];
  readonly category?: string;
  readonly voice?: string;
  readonly audio?: WrittenAudio;
} & { readonly [locale in SiteLocale]?: Partial<SessionWords> };

/** The file after its shape was checked: what was broken is gone from it. */
export interface WrittenCatalog {
  readonly categories?: object;
  readonly voices?: object;
  readonly sessions?: Readonly<Record<string, WrittenSession>>;
}

/** All that the demands on the catalogue may look at. */
export interface SessionsContext {
  readonly document: FunnelDocument;
  /** The names as they are written, sound or not; null where there is no such section. */
  readonly declared: Readonly<Record<'categories' | 'voices', readonly string[] | null>>;
  /** What is wrong already. What only follows from it is not told. */
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
  yield* checkRecordings(context.document, sessionsOf(context), context.recordings);
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
  const { wrong, meant } = holdAgainst(uses, declared);
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
  const { wrong, meant } = holdAgainst(uses, declared);
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

/** Nobody could tell two sessions of the same title apart. */
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

function sessionsOf({ document }: SessionsContext): (readonly [string, WrittenSession])[] {
  return Object.entries((document.value as WrittenCatalog | null | undefined)?.sessions ?? {});
}

interface Use {
  readonly name: string;
  readonly path: Path;
}

interface HeldAgainst {
  readonly wrong: readonly (Use & { readonly guess: string | undefined })[];
  /** What is used, misspelt or not; null where it can't be known. */
  readonly meant: ReadonlySet<string> | null;
}

function holdAgainst(uses: readonly Use[], declared: readonly string[]): HeldAgainst {
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
