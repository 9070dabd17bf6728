import { type Build, buildFunnels, type SourceFile } from '../../engine/author/build.ts';
import { readCatalogs, readFunnelFiles } from '../../scripts/build/load-site.ts';

/**
 * Questionnaires as others have written them: published ones, a calculator of pay, one of dates, one of the body, and
 * one that sells at three prices.
 */
export const questionnaires = 'tests/questionnaires';

export const questionnaireIds = [
  'phq-9',
  'tipi',
  'minimum-wage',
  'body-metrics',
  'maternity-pay',
  'price-trial',
] as const;

/** What `content/plans.yaml` needs for them. */
export const offers = 'offers: { basic_b: { plan: basic, price: 9.99 } }\n';
const plans = [{ id: 'basic' }, { id: 'basic', offer: 'basic_b' }, { id: 'three_months' }, { id: 'lifetime' }];

/** The files of one of them. */
export function filesOf(id: string): readonly SourceFile[] {
  return readFunnelFiles(questionnaires).filter(({ name }) => name.startsWith(`${questionnaires}/${id}.`));
}

/** Builds files as the site does. */
export function buildQuestionnaires(files: readonly SourceFile[], today: string): Build {
  return buildFunnels({ ...readCatalogs(), files, plans, today });
}
