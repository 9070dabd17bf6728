import { exampleOutcomes, exampleVisits } from '../../engine/author/prove/describe-visits.ts';
import type { ExampleVisit } from '../../engine/problem.ts';
import { type CompiledFunnel, type Locale, siteLocales } from '../../engine/model.ts';
import { type FinishedExample, stepStatesOf } from './step-states.ts';
import type { FunnelStoryArgs, StepState } from '../../stories/funnel-data.ts';

/** A story as both the index and the module of a words file have it. */
export interface StoryEntry {
  /** Readable, and the same as long as the funnel, the language, the step and the state are: links keep working. */
  readonly id: string;
  readonly exportName: string;
  /** Its place in the sidebar. */
  readonly title: string;
  readonly name: string;
  readonly args: FunnelStoryArgs;
  readonly contrast: TestedContrast;
}

/**
 * In which colours a test looks at the contrast. All languages have the same colours, all outcomes the same parts, and a
 * step with an answer has all that it has without one; what is looked at anyway is not looked at again: that takes longest.
 */
type TestedContrast = 'none' | 'light' | 'light and dark';

/** What a story of a funnel in one language shows. */
export interface ShownArgs {
  /** Its folder in the sidebar: a kind of thing, and which one. */
  readonly folder: string;
  readonly subject: string;
  readonly name: string;
  readonly args: FunnelStoryArgs;
}

/** Everything that there is to see of a funnel: each step in each of its states, each outcome with its results and its plan. */
export function shownOf(funnel: CompiledFunnel): readonly ShownArgs[] {
  const visits = exampleVisits(funnel);
  const finished = finishedVisits(funnel);
  const steps = funnel.steps.flatMap((step) => {
    const visit = visits.get(step.id);
    const states = visit ? stepStatesOf(funnel, step, { visit, finished }) : [];
    return states.map((args) => ({ folder: 'Steps', subject: step.id, name: args.state, args }));
  });
  const outcomes = finished.flatMap((visit) =>
    (hasPlan(funnel, visit.outcome) ? (['results', 'plan'] as const) : (['results'] as const)).map((shows) => {
      const args = { shows, outcome: visit.outcome, visit };
      return { folder: 'Outcomes', subject: visit.outcome, name: shows, args };
    }),
  );
  return [...steps, ...outcomes, ...shownToVariants(funnel)];
}

/** The steps and outcomes of which some text depends on the variant, as visitors with another variant than the first see them. */
function shownToVariants(funnel: CompiledFunnel): readonly ShownArgs[] {
  return funnel.experiments.flatMap(({ name, variants, texts = { steps: [], outcomes: [] } }) =>
    variants.slice(1).flatMap((variant) => {
      const reader = `${name}_${variant.name}`;
      const others = funnel.experiments.map((each) => (each.name === name ? { ...each, variants: [variant] } : each));
      const visitors = { ...funnel, experiments: others };
      const withVariant = <Visit extends ExampleVisit>(visit: Visit) => ({
        ...visit,
        variants: { ...visit.variants, [name]: variant.name },
      });
      const visits = texts.steps.length > 0 ? exampleVisits(visitors) : new Map<string, ExampleVisit>();
      const steps = [...visits].flatMap(([step, visit]): ShownArgs[] => {
        if (!texts.steps.includes(step)) return [];
        const args = { shows: 'step', step, state: 'empty', visit: withVariant(visit), reader } as const;
        return [{ folder: 'Steps', subject: step, name: reader, args }];
      });
      const finished = texts.outcomes.length > 0 ? finishedVisits(visitors) : [];
      const outcomes = finished.flatMap((visit): ShownArgs[] => {
        if (!texts.outcomes.includes(visit.outcome)) return [];
        const shows = hasPlan(funnel, visit.outcome) ? (['results', 'plan'] as const) : (['results'] as const);
        return shows.map((page) => ({
          folder: 'Outcomes',
          subject: visit.outcome,
          name: `${page}_${reader}`,
          args: { shows: page, outcome: visit.outcome, visit: withVariant(visit) },
        }));
      });
      return [...steps, ...outcomes];
    }),
  );
}

/** Whether the plan follows the results of an outcome. */
function hasPlan({ outcomes }: CompiledFunnel, outcome: string): boolean {
  return outcomes.some(({ id, topics, ending = 'plan' }) => id === outcome && topics.length > 0 && ending === 'plan');
}

/** The same as stories in one language. `name` is the funnel's name. */
export function storiesIn(locale: Locale, id: string, name: string, shown: readonly ShownArgs[]): StoryEntry[] {
  return shown.map(({ folder, subject, name: state, args }) => ({
    id: `${asId(`${id}-${locale}-${folder}-${subject}`)}--${asId(state)}`,
    exportName: `${folder}_${subject}_${state}`,
    title: `${folderOf(name, locale)}/${folder}/${subject}`,
    name: state,
    args,
    contrast: locale === siteLocales[0] ? contrastOf(args, shown) : 'none',
  }));
}

function contrastOf(args: FunnelStoryArgs, shown: readonly ShownArgs[]): TestedContrast {
  const others = shown.map((other) => other.args);
  const isCovered =
    args.shows === 'step'
      ? others.some(
          (other) => other.shows === 'step' && other.step === args.step && other.state === covering[args.state],
        )
      : others.find(({ shows }) => shows === args.shows) !== args;
  return isCovered ? 'light' : 'light and dark';
}

/** The state that has all the colours of this one. */
const covering: Readonly<Partial<Record<StepState, StepState>>> = { empty: 'chosen', last: 'empty' };

/** The one story of a funnel that has had problems from the start. */
export function problemsStory(locale: Locale, id: string, problems: readonly string[]): StoryEntry {
  return {
    id: `${asId(`${id}-${locale}`)}--problems`,
    exportName: 'Problems',
    title: folderOf(id, locale),
    name: 'Problems',
    args: problemsArgs(problems),
    contrast: 'light and dark',
  };
}

export function problemsArgs(problems: readonly string[]): FunnelStoryArgs {
  return { shows: 'problems', problems };
}

/** Where the stories of a funnel in one language stand in the sidebar. */
function folderOf(name: string, locale: Locale): string {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  return `Funnels/${name.replaceAll('/', '-')}/${language}`;
}

function asId(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** A visit to each outcome, in the order of the funnel. */
function finishedVisits(funnel: CompiledFunnel): readonly FinishedExample[] {
  return [...exampleOutcomes(funnel)].map(([outcome, visit]) => ({ ...visit, outcome }));
}
