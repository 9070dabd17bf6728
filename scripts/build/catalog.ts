import { createHash } from 'node:crypto';
import type { CatalogFile, CatalogItem, CatalogLabel } from '../../api/content/catalog.ts';
import type { CatalogSession, SessionCatalog } from '../../engine/author/sessions.ts';
import type { TestimonialCatalog } from '../../engine/author/testimonials.ts';
import type { TopicCatalog } from '../../engine/author/topics.ts';
import type { Locale } from '../../engine/model.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import {
  type Makers,
  maxSessions,
  type PlanContent,
  type PlanSession,
  type PlanSessions,
} from '../../web/pages/plan/plan-content.ts';

/** What a site publishes of its sessions. */
export interface PublishedCatalog {
  readonly catalog: CatalogFile;
  /** The sessions' pictures, as SVG, by their paths inside the site. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** The catalogue as the server reads it, and the pictures that it names. `base`: what the addresses of files begin with. */
export function catalogOf(
  { categories, voices, sessions }: SessionCatalog,
  topics: TopicCatalog['topics'],
  base = '/',
): PublishedCatalog {
  const pictures = new Map<string, string>();
  const items = sessions.map((session) => {
    const picture = drawPicture(session);
    const file = `assets/pictures/${session.id}-${shortHash(picture)}.svg`;
    pictures.set(file, picture);
    return itemOf(session, base + file);
  });
  const labels = [
    ...labelsOf('category', categories, (title) => ({ title })),
    ...labelsOf('voice', voices, (title) => ({ title })),
    ...labelsOf('topic', topics, (words) => words),
  ];
  return { catalog: { hash: shortHash(JSON.stringify([labels, items])), labels, sessions: items }, pictures };
}

function itemOf({ minutes, ...session }: CatalogSession, imageUrl: string): CatalogItem {
  return { ...session, durationSeconds: minutes * 60, imageUrl };
}

function labelsOf<Written>(
  kind: CatalogLabel['kind'],
  written: Readonly<Record<string, Readonly<Record<Locale, Written>>>>,
  wordsOf: (written: Written) => CatalogLabel['words'][Locale],
): CatalogLabel[] {
  return Object.entries(written).map(([id, byLocale]) => {
    const words = Object.entries(byLocale).map(([locale, each]) => [locale, wordsOf(each)] as const);
    return { kind, id, words: Object.fromEntries(words) };
  });
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

interface ContentOfPlan {
  readonly sessions: SessionCatalog;
  /** Default: the sessions are shown without pictures. */
  readonly catalog?: CatalogFile | null;
  readonly testimonials: TestimonialCatalog['testimonials'];
  readonly makers: Readonly<Record<Locale, Makers>>;
}

/** What the page of a plan shows besides the plan itself, in one locale. */
export function planContentOf({ sessions, catalog, testimonials, makers }: ContentOfPlan, locale: Locale): PlanContent {
  const pictures = new Map(catalog?.sessions.map(({ id, imageUrl }) => [id, imageUrl]));
  const said = Object.values(testimonials).flatMap(({ name, plan, words }) =>
    plan && words[locale] ? [{ name, ...words[locale] }] : [],
  );
  return {
    sessions: planSessionsOf(sessions, locale, pictures),
    ...(makers[locale] && { makers: makers[locale] }),
    ...(said.length > 0 && { testimonials: said }),
  };
}

/** What the weeks of a plan show of the catalogue, in one locale: at most as many as fit a week. */
export function planSessionsOf(
  { sessions, voices }: SessionCatalog,
  locale: Locale,
  pictures: ReadonlyMap<string, string> = new Map(),
): PlanSessions {
  const topics = new Set(sessions.flatMap((session) => session.topics));
  const ofTopic = (topic: string): PlanSession[] => {
    const mostlyAbout = sessions.filter((session) => session.topics[0] === topic);
    const alsoAbout = sessions.filter((session) => session.topics.indexOf(topic) > 0);
    return [...mostlyAbout, ...alsoAbout].slice(0, maxSessions).map(({ id, words, minutes, voice, audio }) => {
      const picture = pictures.get(id);
      const session = { title: words[locale]!.title, minutes, voice: voices[voice]![locale]! };
      const sample = audio === null && { sample: `/api/v1/content/${id}/sample/` };
      return { ...session, ...(picture !== undefined && { picture }), ...sample };
    });
  };
  return Object.fromEntries([...topics].map((topic) => [topic, ofTopic(topic)]));
}
