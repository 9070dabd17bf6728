import { buildFunnels, type BuiltFunnel } from '../engine/author/build.ts';
import { parseTopics } from '../engine/author/topics.ts';
import type { Problem } from '../engine/problem.ts';
import type { Company, Plan } from '../web/site.ts';
import { readContent } from './read-content.ts';
import { readFunnelFiles, readTopics } from './read-funnels.ts';

export interface LoadedSite {
  /** Every funnel without problems. */
  readonly funnels: readonly BuiltFunnel[];
  /** Everything that is wrong in funnels and topics, sorted by place. */
  readonly problems: readonly Problem[];
}

interface PlansFile {
  readonly currency: string;
  readonly plans: Record<Plan['id'], { price: number; months?: number; recommended?: boolean }>;
}

/** Reads and checks the funnels of this folder with the topics they speak of. */
export function loadFunnels(funnelsDir: string): LoadedSite {
  const { topics, problems: topicProblems } = parseTopics(readTopics());
  const { funnels, problems } = buildFunnels({ files: readFunnelFiles(funnelsDir), topics });
  return { funnels, problems: [...topicProblems, ...problems] };
}

/** The company and the plans, from `content/`. Throws with file and place where they are not as their schema says. */
export function loadBusiness(): { company: Company; plans: readonly Plan[] } {
  const company = readContent('content/company.yaml', 'schemas/company.schema.json') as Company;
  const { currency, plans } = readContent('content/plans.yaml', 'schemas/plans.schema.json') as PlansFile;
  return {
    company,
    plans: (Object.keys(plans) as Plan['id'][]).map((id) => ({
      id,
      amount: Math.round(plans[id].price * 100),
      currency,
      months: plans[id].months ?? null,
      recommended: plans[id].recommended ?? false,
    })),
  };
}
