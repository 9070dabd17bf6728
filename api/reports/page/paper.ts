import type { CompiledFunnel, FunnelWords } from '../../../engine/model.ts';
import type { Report } from '../report.ts';
import type { Names } from './names.ts';
import type { Numbers } from './numbers.ts';
import type { ReportWords } from './words/words.ts';

/** What every part of the page is written from. */
export interface Paper {
  readonly report: Report;
  readonly funnel: CompiledFunnel;
  /** Of the funnel; missing where only its flow is known. */
  readonly funnelWords: FunnelWords | undefined;
  readonly words: ReportWords;
  readonly names: Names;
  readonly numbers: Numbers;
}
