import { type Build, buildFunnels, type SourceFile } from '../../engine/author/build.ts';
import { parseTestimonials } from '../../engine/author/testimonials.ts';
import { readCatalogs, readFunnelFiles } from '../../scripts/build/load-site.ts';

/**
 * Questionnaires as others have written them: published ones, a calculator of pay, one of dates, one of the body, and
 * one that sells at three prices.
 */
export const questionnaires = 'tests/questionnaires';

export const questionnaireIds = [
  'phq-9',
  'pss-10',
  'tipi',
  'gad-7',
  'dass-21',
  'audit',
  'minimum-wage',
  'body-metrics',
  'maternity-pay',
  'price-trial',
] as const;

/** What `content/plans.yaml` needs for them, and prices of its own for one country. */
export const offers = `
offers: { basic_b: { plan: basic, price: 9.99 } }
local:
  EUR: { countries: [DE], prices: { basic: 13.99, basic_b: 9.49, three_months: 27.99, lifetime: 84.99 } }
`;
/** `content/testimonials.yaml` for them. */
export const testimonials = `
carla:
  name: Carla M.
  source: Nobody said this, the tests made it up
  en: { text: I stopped guessing and simply walked every day., about: 'Teacher, 51' }
  es: { text: Dejé de adivinar y simplemente caminé cada día., about: 'Maestra, 51 años' }
jon:
  name: Jon
  source: Nor this
  en: { text: 'Half a kilo a week felt slow, and it lasted.' }
  es: { text: 'Medio kilo por semana parecía poco, y ha durado.' }
`;
const plans = [{ id: 'basic' }, { id: 'basic', offer: 'basic_b' }, { id: 'three_months' }, { id: 'lifetime' }];

/** The files of one of them. */
export function filesOf(id: string): readonly SourceFile[] {
  return readFunnelFiles(questionnaires).filter(({ name }) => name.startsWith(`${questionnaires}/${id}.`));
}

/** Builds files as the site does. */
export function buildQuestionnaires(files: readonly SourceFile[], today: string): Build {
  const said = parseTestimonials({ name: 'content/testimonials.yaml', text: testimonials });
  return buildFunnels({ ...readCatalogs(), testimonials: said.testimonials, files, plans, today });
}
