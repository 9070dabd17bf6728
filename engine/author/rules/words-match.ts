import type { Path } from '../../problem.ts';
import type { Finding } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { dimensionsOf, type Renames } from '../scope.ts';
import { type ExtraName, matchNames, type NameMatch } from '../did-you-mean.ts';
import { locate } from '../document.ts';
import type { Words } from '../words/words.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** Every step, option and outcome has its words in every locale, and there are no others. */
export const wordsMatch: WordsRule = function* ({ flow, words, renames }) {
  const strays: Stray[] = [];
  for (const locale of words) {
    for (const list of listsOf(flow, locale, renames)) {
      const { extra, missing } = matchNames(list.wanted, list.given);
      for (const stray of extra) strays.push({ list, words: locale, ...stray });
      yield* list.reportMissing(missing);
    }
  }
  yield* reportStrays(flow, words, strays);
};

/** Names that a flow asks for, and those that one locale has. */
interface NameList {
  readonly wanted: readonly string[];
  readonly given: readonly string[];
  /** Where the names are in the words. */
  readonly path: Path;
  readonly explain: (name: string) => string;
  /** Where a name is in the flow. */
  readonly define: (name: string) => Pick<Finding, 'path' | 'target'>;
  readonly reportMissing: (names: NameMatch['missing']) => Iterable<Finding>;
}

function* listsOf(flow: Flow, words: Words, renames: Renames): Iterable<NameList> {
  if (flow.complete.steps && words.value.steps)
    yield stepList(flow, words, presentNames(Object.keys(words.value.steps), renames.steps));
  if (flow.complete.outcomes && words.value.outcomes) yield outcomeList(flow, words, Object.keys(words.value.outcomes));
  for (const step of flow.steps) {
    if (step.sound && step.id !== undefined && step.options.length > 0)
      yield* optionLists(words, step, step.id, renames);
  }
  if (!flow.complete.steps || flow.steps.some(({ sound }) => !sound)) return;
  yield {
    wanted: [...dimensionsOf(flow)],
    given: Object.keys(words.value.dimensions ?? {}),
    path: ['dimensions'],
    explain: (name) => `No option scores on "${name}".`,
    define: () => ({ path: ['steps'], target: 'key' }),
    reportMissing: () => [],
  };
}

function stepList(flow: Flow, words: Words, given: readonly string[]): NameList {
  const define: NameList['define'] = (id) => ({ path: [...(flow.stepsById.get(id)?.path ?? ['steps']), 'id'] });
  return {
    wanted: [...flow.stepsById.keys()],
    given,
    path: ['steps'],
    explain: (name) => `There is no step "${name}".`,
    define,
    reportMissing: (ids) => ids.flatMap((id) => reportMissing(flow, words, 'steps', id, define(id))),
  };
}

function defineOutcome(id: string): Pick<Finding, 'path' | 'target'> {
  return { path: ['outcomes', id], target: 'key' };
}

function outcomeList(flow: Flow, words: Words, given: readonly string[]): NameList {
  return {
    wanted: Object.keys(flow.value.outcomes ?? {}),
    given,
    path: ['outcomes'],
    explain: (name) => `There is no outcome "${name}".`,
    define: defineOutcome,
    reportMissing: (ids) => ids.flatMap((id) => reportMissing(flow, words, 'outcomes', id, defineOutcome(id))),
  };
}

function reportMissing(
  flow: Flow,
  words: Words,
  section: 'steps' | 'outcomes',
  id: string,
  definition: Pick<Finding, 'path' | 'target'>,
): Finding[] {
  if (!words.isSound(section, id) || words.repeatsIn(section)) return [];
  const name = `${section === 'steps' ? 'step' : 'outcome'} "${id}"`;
  return [
    {
      in: words.document,
      path: [section],
      target: 'key',
      code: 'text_missing',
      message: `The ${name} has no words in ${words.locale}.`,
      hint: `Add ${id}: below, with its texts.`,
      related: [{ in: flow.document, ...definition, note: `The ${name}.` }],
    },
  ];
}

function* optionLists(words: Words, { options, path }: FlowStep, id: string, renames: Renames): Iterable<NameList> {
  const given = Object.hasOwn(words.value.steps ?? {}, id) ? words.value.steps?.[id] : undefined;
  if (!given || !words.isSound('steps', id)) return;
  const place = { in: words.document, path: ['steps', id, ...(given.options ? ['options'] : [])] };
  yield {
    wanted: options.map(({ key }) => key),
    given: presentNames(Object.keys(given.options ?? {}), renames.options.get(id)),
    path: place.path,
    explain: (name) => `The step "${id}" has no option "${name}".`,
    define: (key) => ({ path: [...path, 'options', key], target: 'key' }),
    reportMissing: function* (keys) {
      if (keys.length === 0) return;
      const which = `the option${keys.length === 1 ? '' : 's'} ${keys.join(', ')}`;
      const message = `The step "${id}" has no words for ${which} in ${words.locale}.`;
      // Of options that steps share, the anchor is what lacks them.
      const target = locate(place.in, place.path).anchored ? 'value' : 'key';
      yield { ...place, target, code: 'text_missing', message };
    },
  };
}

/** The names that the flow has for these now. */
function presentNames(names: readonly string[], renames: ReadonlyMap<string, string> | undefined): readonly string[] {
  return renames ? names.map((name) => renames.get(name) ?? name) : names;
}

/** Words that nothing asks for. */
interface Stray extends ExtraName {
  readonly list: NameList;
  readonly words: Words;
}

/** Where all locales agree on another name than the flow, the flow is what is misspelt: one mistake, reported there. */
function* reportStrays(flow: Flow, words: WordsContext['words'], strays: readonly Stray[]): Iterable<Finding> {
  const byName = new Map<string, Stray[]>();
  for (const stray of strays) {
    const key = [...stray.list.path, stray.name].join('/');
    const same = byName.get(key);
    if (same) same.push(stray);
    else byName.set(key, [stray]);
  }
  for (const same of byName.values()) {
    const meant = same[0]?.meant ?? same[0]?.successor;
    const isEverywhere = words.length > 1 && same.length === words.length;
    if (meant !== undefined && isEverywhere) yield* inTheFlow(flow, same, meant);
    else yield* same.map(forNothing);
  }
}

function forNothing({ list, words, name, meant, successor }: Stray): Finding {
  const guess = successor === undefined ? {} : { hint: `Is it what is called "${successor}" now? Then name it so.` };
  const hint = meant === undefined ? guess : { hint: `Did you mean "${meant}"?` };
  const place = { in: words.document, path: [...list.path, name], target: 'key' as const };
  return { ...place, code: 'text_for_nothing', message: list.explain(name), ...hint };
}

function* inTheFlow(flow: Flow, same: readonly Stray[], meant: string): Iterable<Finding> {
  const [first] = same;
  if (!first) return;
  const { list, name } = first;
  const isRenamed = first.meant === undefined && list.path[0] === 'steps';
  yield {
    in: flow.document,
    ...list.define(meant),
    code: 'text_missing',
    message: `"${meant}" has no words in any locale, but all have some for "${name}".`,
    hint: isRenamed
      ? `Renamed? Then add renamed_from: ${name}, and npm run funnel -- fix ${flow.id} renames it everywhere. If not, write its words.`
      : `Did you mean "${name}"?`,
    related: same.map(({ words }) => ({
      in: words.document,
      path: [...list.path, name],
      target: 'key',
      note: `The words in ${words.locale}.`,
    })),
  };
}
