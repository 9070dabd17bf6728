import type { Path } from '../../problem.ts';
import { type Finding, listed } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { dimensionsOf, type Renames } from '../scope.ts';
import { type ExtraName, matchNames, type NameMatch } from '../did-you-mean.ts';
import { locate } from '../document.ts';
import { textVariablesOf } from '../text-variables.ts';
import type { Words } from '../words/words.ts';
import type { WordsContext, WordsRule } from './rule.ts';

/** Every step, option, outcome and text of a variable has its words in every locale, and there are no others. */
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
  yield* textLists(flow, words);
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

/** Those of the variables that are texts, and of each its texts. */
function* textLists(flow: Flow, words: Words): Iterable<NameList> {
  const { document, locale, value } = words;
  const given = value.variables ?? {};
  const variables = textVariablesOf(flow);
  const section: Path = value.variables ? ['variables'] : [];
  if (flow.complete.names)
    yield {
      wanted: Object.entries(flow.value.variables ?? {}).flatMap(([name, { text }]) => (text ? name : [])),
      given: Object.keys(given),
      path: ['variables'],
      explain: (name) => `There is no variable "${name}" that is a text.`,
      define: defineVariable,
      reportMissing: (missing) =>
        missing
          .filter((name) => words.isSound('variables', name))
          .map((name) => ({
            in: document,
            path: section,
            target: 'key',
            code: 'text_missing',
            message: `The variable "${name}" has no texts in ${locale}.`,
            hint: `Write variables: { ${name}: { … } }, with its texts.`,
            related: [{ in: flow.document, ...defineVariable(name), note: `The variable "${name}".` }],
          })),
    };
  for (const { name, names } of variables) {
    if (!Object.hasOwn(given, name) || !words.isSound('variables', name)) continue;
    const path: Path = ['variables', name];
    yield {
      wanted: names,
      given: Object.keys(given[name]!),
      path,
      explain: (text) => `The variable "${name}" has no text "${text}".`,
      define: () => ({ path: [...path, 'text'], target: 'key' }),
      reportMissing: function* (missing) {
        if (missing.length === 0) return;
        const message = `The variable "${name}" has no text ${listed(missing)} in ${locale}.`;
        yield { in: document, path, target: 'key', code: 'text_missing', message };
      },
    };
  }
}

function defineVariable(name: string): Pick<Finding, 'path' | 'target'> {
  return { path: ['variables', name], target: 'key' };
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
  const renamed = new Map<string, Renamed[]>();
  for (const same of byName.values()) {
    const [first] = same as [Stray];
    const meant = first.meant ?? first.successor;
    const isEverywhere = words.length > 1 && same.length === words.length;
    if (meant === undefined || !isEverywhere) {
      yield* same.map(forNothing);
      continue;
    }
    // What may have been renamed in one step, or among the steps, is one mistake; each misspelt name is its own.
    const key = first.meant === undefined ? first.list.path.join('/') : `${first.list.path.join('/')} ${first.name}`;
    renamed.set(key, [...(renamed.get(key) ?? []), { meant, strays: same }]);
  }
  for (const names of renamed.values()) yield inTheFlow(flow, names as [Renamed, ...Renamed[]]);
}

/** A name of the flow that no locale has words for, and what all have words for instead. */
interface Renamed {
  readonly meant: string;
  readonly strays: readonly Stray[];
}

function forNothing({ list, words, name, meant, successor }: Stray): Finding {
  const guess = successor === undefined ? {} : { hint: `Is it what is called "${successor}" now? Then name it so.` };
  const hint = meant === undefined ? guess : { hint: `Did you mean "${meant}"?` };
  const place = { in: words.document, path: [...list.path, name], target: 'key' as const };
  return { ...place, code: 'text_for_nothing', message: list.explain(name), ...hint };
}

function inTheFlow(flow: Flow, names: readonly [Renamed, ...Renamed[]]): Finding {
  const [{ meant, strays }] = names;
  const { list, meant: misspelt } = strays[0]!;
  const isRenamed = misspelt === undefined && list.path[0] === 'steps';
  const olds = names.map((each) => each.strays[0]!.name);
  const now = names.length === 1 ? `"${meant}" has` : `${listed(names.map((each) => each.meant))} have`;
  return {
    in: flow.document,
    ...list.define(meant),
    code: 'text_missing',
    message: `${now} no words in any locale, but all have some for ${listed(olds)}.`,
    hint: isRenamed ? renamedHint(flow, names, olds) : `Did you mean ${listed(olds)}?`,
    related: names
      .flatMap((each) => each.strays)
      .slice(0, maxRelated)
      .map((stray) => ({
        in: stray.words.document,
        path: [...stray.list.path, stray.name],
        target: 'key',
        note:
          names.length === 1
            ? `The words in ${stray.words.locale}.`
            : `The words for "${stray.name}" in ${stray.words.locale}.`,
      })),
  };
}

const maxRelated = 8;

function renamedHint(flow: Flow, names: readonly Renamed[], olds: readonly string[]): string {
  const fix = `npm run funnel -- fix ${flow.id}`;
  if (names.length === 1)
    return `Renamed? Then add renamed_from: ${olds[0]}, and ${fix} renames it everywhere. If not, write its words.`;
  const each = names.map(({ meant }, at) => `renamed_from: ${olds[at]} to "${meant}"`).join(', ');
  return `Renamed? Then add ${each}, and ${fix} renames them everywhere. If not, write their words.`;
}
