import type { SessionCatalog } from '../engine/author/sessions.ts';
import type { Locale } from '../engine/model.ts';
import type { PlanSession, PlanSessions } from '../web/pages/plan/plan-sessions.ts';
import { mostSessions } from '../web/pages/plan/plan-sessions.ts';

/** What the weeks of a plan show of the catalogue, in one locale: at most as many as fit a week. */
export function planSessionsOf({ sessions, voices }: SessionCatalog, locale: Locale): PlanSessions {
  const topics = new Set(sessions.flatMap((session) => session.topics));
  const ofTopic = (topic: string): PlanSession[] => {
    const mostlyAbout = sessions.filter((session) => session.topics[0] === topic);
    const alsoAbout = sessions.filter((session) => session.topics.indexOf(topic) > 0);
    return [...mostlyAbout, ...alsoAbout]
      .slice(0, mostSessions)
      .map(({ words, minutes, voice }) => ({ title: words[locale]!.title, minutes, voice: voices[voice]![locale]! }));
  };
  return Object.fromEntries([...topics].map((topic) => [topic, ofTopic(topic)]));
}
