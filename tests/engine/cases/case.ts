import { type Build, buildFunnels } from '../../../engine/author/build.ts';
import type { Answers, BuiltFunnel, ShownText } from '../../../engine/model.ts';
import { redactEvents } from '../../../engine/run/page-log.ts';
import { toResult } from '../../../engine/run/result.ts';
import { readPages } from '../../../engine/replay/read-pages.ts';
import { readCatalogs, readFunnelFiles } from '../../../scripts/build/load-site.ts';
import { simulateLogs } from '../../events/simulated/simulate-logs.ts';
import { runs } from '../author/runs.ts';

const folder = 'tests/cases';
export const today = '2026-11-29';

/** Builds one of the funnels of `tests/cases`, its flow or its words in a `.locale` changed where a test says so. */
export function buildCase(id: string, change = (text: string): string => text, day = today, changed = ''): Build {
  const files = readFunnelFiles(folder)
    .filter(({ name }) => name.startsWith(`${folder}/${id}.`))
    .map(({ name, text }) => ({ name, text: name === `${folder}/${id}${changed}.yaml` ? change(text) : text }));
  return buildFunnels({ ...readCatalogs(), files, today: day });
}

interface CaseVisit {
  readonly answers: Answers;
  readonly outcome: string;
  /** The outcome that the server reads of what the browser reports. */
  readonly reported: string | undefined;
  readonly summary: ShownText | undefined;
}

/** Visits by chance that come to an end, `RUNS` times as many; many of them go back on their way. */
export function visitsOf({ funnel, words }: BuiltFunnel, visits: number, locale = 'en'): readonly CaseVisit[] {
  const data = { funnel, words: words[locale]! };
  const logs = simulateLogs(funnel, { visits: runs(visits), seed: funnel.id, stay: 1, back: 0.15, from: 0, to: 1e9 });
  return [...logs].map(({ answers, outcome, pages }) => {
    const sent = pages.map(({ page, events }) => ({ page, events: redactEvents(funnel, events, funnel.builtOn) }));
    const read = readPages(() => funnel, sent).events;
    return {
      answers,
      outcome: outcome!,
      reported: read.flatMap((event) => (event.type === 'visit_finished' ? event.outcome : [])).at(-1),
      summary: toResult(data, answers)?.summary,
    };
  });
}
