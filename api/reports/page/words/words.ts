import type { Conversion } from '../../statistics/experiments.ts';
import type { ReportGroup } from '../../report.ts';

/** Every word of the report's page. Numbers come as they are written in the language; `n` decides between one and many. */
export interface ReportWords {
  readonly title: (name: string) => string;
  readonly period: {
    readonly between: (from: string, to: string) => string;
    readonly since: (from: string) => string;
    readonly until: (to: string) => string;
    readonly always: string;
    /** `within` is one of those above. */
    readonly without: (within: string, from: string, to: string) => string;
  };
  /** `version` is that of the funnel, `at` a moment in UTC. */
  readonly made: (at: string, version: string) => string;
  readonly unreadable: (n: number, count: string) => string;
  /** Visits beyond what one network may begin. */
  readonly notRecorded: (n: number, count: string) => string;
  /** Above the list of all parts. */
  readonly contents: string;
  readonly nothing: { readonly title: string; readonly text: string };
  readonly figures: {
    readonly title: string;
    readonly visitors: string;
    readonly visits: (n: number, count: string) => string;
    readonly finished: string;
    readonly signUps: string;
    readonly purchases: string;
    readonly revenue: string;
    readonly ofVisits: (share: string) => string;
    /** The last line of a comparison: everything together. */
    readonly ofAll: string;
    readonly returned: (amount: string) => string;
    readonly noReturns: string;
  };
  readonly leads: {
    readonly title: string;
    readonly text: string;
    readonly version: string;
    /** Behind the version that visitors get now. */
    readonly now: string;
  };
  readonly flow: {
    readonly title: string;
    readonly text: string;
    readonly wentOn: string;
    readonly left: string;
    /** The chart in a sentence: the step that most visits end on. */
    readonly summary: (step: string, left: string, share: string) => string;
    readonly noneLeft: string;
  };
  readonly days: {
    readonly title: string;
    readonly text: string;
    readonly table: string;
    readonly summary: (from: string, to: string) => string;
    /** What the two axes of the chart count. */
    readonly many: string;
    readonly few: string;
    readonly day: string;
    readonly visitors: string;
    readonly visits: string;
    readonly finished: string;
    readonly signUps: string;
    readonly purchases: string;
  };
  readonly steps: {
    readonly title: string;
    readonly text: string;
    readonly step: string;
    readonly shown: string;
    readonly share: string;
    readonly left: string;
    readonly dropOff: string;
    readonly median: string;
    readonly p90: string;
  };
  readonly answers: {
    readonly title: string;
    readonly text: string;
    readonly answered: (n: number, c: string) => string;
  };
  readonly outcomes: { readonly title: string; readonly text: string };
  readonly goals: { readonly title: string; readonly text: string };
  readonly groups: {
    readonly title: Readonly<Record<ReportGroup, string>>;
    readonly group: Readonly<Record<ReportGroup, string>>;
    readonly finishRate: string;
    /** Visits of which it is not known, and those of the smaller groups together. */
    readonly none: string;
    readonly other: string;
  };
  readonly experiments: {
    readonly title: string;
    readonly text: string;
    readonly name: (name: string) => string;
    readonly conversions: Readonly<Record<Conversion, string>>;
    readonly variant: string;
    readonly visitors: string;
    readonly converted: string;
    readonly rate: string;
    readonly interval: string;
    readonly best: string;
    readonly lift: string;
    readonly baseline: string;
    readonly tooSmall: (needed: string, fewest: string) => string;
    readonly close: string;
    readonly noneYet: string;
    readonly difference: (better: string, worse: string) => string;
    readonly noDifference: string;
    readonly mismatch: (p: string) => string;
    readonly shares: (expected: string, got: string) => string;
    readonly sales: string;
    readonly sold: string;
    readonly perVisitor: string;
  };
  readonly graph: {
    readonly title: string;
    readonly text: string;
    readonly step: (shown: string, share: string) => string;
    readonly visits: (n: number, count: string) => string;
  };
  /** How long something took. */
  readonly seconds: (seconds: string) => string;
  readonly minutes: (minutes: string, seconds: string) => string;
}
