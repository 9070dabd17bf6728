import { siteTexts } from '../../model.ts';
import type { Path } from '../../problem.ts';
import type { Flow, FlowStep } from '../flow.ts';
import type { KeyOrder } from '../edit/add-entries.ts';
import { showsWords } from '../rules/words-fit.ts';
import { experimentOfKey, keyOfExperiment } from '../variant-texts.ts';
import { dimensionsOf } from '../scope.ts';
import { textVariablesOf } from '../text-variables.ts';
import { optionTexts, type Words } from '../words/words.ts';

/** The keys of the words, in the order in which they are read on the screen. */
const sectionKeys = ['funnel', 'dimensions', 'variables', 'site', 'steps', 'outcomes'];
const funnelKeys = ['name', 'description'];
export const stepTextKeys = [
  'title',
  'subtitle',
  'body',
  'options',
  'placeholder',
  'consent',
  'check',
  'lowest',
  'highest',
  'lines',
  'chart',
  'labels',
  'alt',
  'ended',
  'button',
] as const;
export const outcomeTextKeys = ['title', 'summary', 'meaning', 'points', 'goal', ...siteTexts] as const;

/** Keys whose texts are a list, or can be one. */
type ListKind = 'list' | 'paragraphs';
const listKinds: Readonly<Record<string, ListKind>> = {
  body: 'paragraphs',
  meaning: 'paragraphs',
  lines: 'list',
  labels: 'list',
  points: 'list',
};

/** Whether the texts under a key of a step or an outcome are a list, and which. */
export function listKindOf(path: Path): ListKind | undefined {
  const [section, , key] = path;
  return section === 'steps' || section === 'outcomes' ? listKinds[String(key)] : undefined;
}

/**
 * In which order the keys of a words file stand: that of the flow, within a step that of the screen, and dimensions as in
 * the words of another language.
 */
export function orderOf(flow: Flow, model: Words | undefined): KeyOrder {
  const dimensions = new Set([...Object.keys(model?.value.dimensions ?? {}), ...dimensionsOf(flow)]);
  return (path) => {
    const [section, id, key] = path;
    const experiment = experimentOfKey(path.at(-1));
    if (experiment !== undefined) return Object.keys(flow.value.experiments?.[experiment]?.variants ?? {});
    if (path.length === 0) return sectionKeys;
    if (section === 'funnel') return funnelKeys;
    if (section === 'dimensions') return [...dimensions];
    if (section === 'site') return siteTexts;
    if (section === 'variables') return textsOfVariables(flow, path[1]);
    if (section === 'outcomes') return path.length === 1 ? Object.keys(flow.value.outcomes ?? {}) : outcomeTextKeys;
    if (path.length === 1) return [...flow.stepsById.keys()];
    if (path.length === 2) return stepTextKeys;
    if (key === 'options' && path.length === 3) return optionNames(flow.stepsById.get(String(id)));
    return optionTexts;
  };
}

/** The names of the text variables, or of the texts of one. */
function textsOfVariables(flow: Flow, variable: string | number | undefined): readonly string[] {
  const variables = textVariablesOf(flow);
  if (variable === undefined) return variables.map(({ name }) => name);
  return variables.find(({ name }) => name === variable)?.names ?? [];
}

function optionNames(step: FlowStep | undefined): readonly string[] {
  return (step?.options ?? []).map(({ key }) => key);
}

/**
 * The name of a text for people: `steps.trouble.options.shift_work.label`, `steps.welcome.body.1`. It is the same
 * whether an option is written as a text or with a second line, and a paragraph alone or in a list.
 */
export function keyOfText(path: Path): string {
  const at = path.findIndex((segment) => experimentOfKey(segment) !== undefined);
  if (at !== -1) {
    const place = path.slice(0, at);
    const [index] = listKindOf(path) === undefined ? [] : [Number(path[at + 2] ?? 0) + 1];
    const key = listKindOf(path) === undefined ? keyOfText(place) : place.join('.');
    return [key, path[at], path[at + 1], ...(index === undefined ? [] : [index])].join('.');
  }
  if (path[2] === 'options' && path.length === 4) return [...path, 'label'].join('.');
  if (listKindOf(path) === undefined) return path.join('.');
  return [...path.slice(0, 3), Number(path[3] ?? 0) + 1].join('.');
}

/** The place of a text by its name for people; nothing if such a funnel can't have one. */
export function pathOfText(flow: Flow, key: string): Path | undefined {
  const [, place, experiment, variant, index] = /^(.+)\.variant\.(\w+)\.(\w+)(?:\.([1-9]\d*))?$/.exec(key) ?? [];
  if (place !== undefined && experiment !== undefined && variant !== undefined) {
    const own = place.split('.');
    const path: Path = [
      ...own,
      keyOfExperiment(experiment),
      variant,
      ...(index === undefined ? [] : [Number(index) - 1]),
    ];
    const isList = listKindOf(own) !== undefined;
    const isVariant = Object.hasOwn(flow.value.experiments?.[experiment]?.variants ?? {}, variant);
    const isPlace = isKnown(flow, isList ? [...own, 0] : own) && isList === (index !== undefined);
    return isVariant && isPlace ? path : undefined;
  }
  const names = key.split('.');
  const path: Path = names.map((name, index) => (index === 3 && /^[1-9]\d*$/.test(name) ? Number(name) - 1 : name));
  return keyOfText(path) === key && isKnown(flow, path) ? path : undefined;
}

function isKnown(flow: Flow, path: Path): boolean {
  const [section = '', id = '', key, last] = path;
  const isWhole = path.length === (listKindOf(path) === undefined ? 3 : 4) && typeof last !== 'string';
  switch (section) {
    case 'funnel':
      return path.length === 2 && funnelKeys.includes(String(id));
    case 'dimensions':
      return path.length === 2 && dimensionsOf(flow).has(String(id));
    case 'variables':
      return path.length === 3 && textsOfVariables(flow, id).includes(String(key));
    case 'site':
      return path.length === 2 && siteTexts.some((name) => name === id);
    case 'outcomes':
      return isWhole && Object.hasOwn(flow.value.outcomes ?? {}, id) && outcomeTextKeys.some((name) => name === key);
    case 'steps': {
      const step = flow.stepsById.get(String(id));
      if (!step) return false;
      if (key === 'options') return path.length === 5 && isOption(step, path);
      const known = stepTextKeys.find((name) => name === key);
      return isWhole && known !== undefined && showsWords(step, known);
    }
    default:
      return false;
  }
}

function isOption(step: FlowStep, path: Path): boolean {
  return optionNames(step).includes(String(path[3])) && optionTexts.some((part) => part === path[4]);
}
