import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { initialTransition } from 'xstate';
import type {
  CompiledFunnel,
  CompiledStep,
  Expression,
  MarkedText,
  StepWords,
  VisitEvent,
  VisitInput,
  BuiltFunnel,
} from '../../engine/model.ts';
import { begin, type Journey } from '../../engine/run/journey.ts';
import { createFunnelMachine, finished, take } from '../../engine/run/machine.ts';
import { variantReaders } from '../../engine/replay/exposure.ts';
import { pick } from '../../engine/run/steps/rules.ts';
import { walk } from '../../engine/run/walk.ts';
import { hasPlaces, withTextPlaces } from './address-places.ts';
import { addressCode, firstScreenCode } from './app.ts';
import { escapeHtml } from '../../engine/escape-html.ts';
import type { PrerenderedVisit } from '../../web/quiz/visit.ts';
import type { AddressData } from '../../web/starter/address.ts';
import type { EarlyTransitions } from '../../web/starter/early-visit.ts';
import type { FirstScreens, FirstStep } from '../../web/starter/first-screen.ts';

/** A screen that a page holds beside its first one, and how a visit comes there. */
interface PreloadedScreen {
  /** Id of the step. */
  readonly step: string;
  readonly input: VisitInput;
  readonly events: readonly VisitEvent[];
}

interface PreloadedScreens {
  readonly screens: readonly PreloadedScreen[];
  readonly transitions: EarlyTransitions;
}

/** So many screens after the first ones: reading them takes longer than loading the script on any connection. */
const maxScreens = 6;

/**
 * The screens that follow the first ones, where each answer leads to one that is the same for every visitor who comes
 * there: nothing but that answer decides which it is, its texts recall nothing, and its options keep their order.
 * `firsts`: what leads to each first screen that there is. `isBundled`: whether a type of step can be shown before more
 * code comes.
 */
export function preloadedScreensOf(
  { funnel, words }: { readonly funnel: CompiledFunnel; readonly words: BuiltFunnel['words'][string] },
  firsts: readonly VisitInput[],
  isBundled: (type: CompiledStep['type']) => boolean,
): PreloadedScreens {
  const screens: PreloadedScreen[] = [];
  const transitions: Record<string, EarlyTransitions[string]> = {};
  const depths = new Map<string, number>();
  const machine = createFunnelMachine(funnel);
  const queue = firsts.map((input) => ({
    input,
    events: [] as VisitEvent[],
    snapshot: initialTransition(machine, input)[0],
  }));
  for (const { snapshot } of queue) depths.set(funnel.steps[snapshot.context.journey.at]?.id ?? '', 0);

  const canPreload = (step: CompiledStep, depth: number) =>
    canShow(step) &&
    step.check === undefined &&
    step.offeredIf === undefined &&
    step.writeIn === undefined &&
    !step.optional &&
    step.block === undefined &&
    experimentsOnScreen(funnel, step.id).length === 0 &&
    !('shuffle' in step) &&
    (depths.get(step.id) ?? depth) === depth &&
    (depths.has(step.id) || screens.length < maxScreens);
  const canShow = ({ id, type }: CompiledStep) => isBundled(type) && recallsNothing(words.steps[id] ?? { title: id });

  for (const { input, events, snapshot } of queue) {
    const step = funnel.steps[snapshot.context.journey.at];
    if (!step || step.optional || !isBundled(step.type) || !decidesAlone(funnel, step)) continue;
    const leads = new Map<string, string>();
    for (const event of eventsOf(step)) {
      const next = take(machine, snapshot, event)!;
      const target = funnel.steps[next.context.journey.at];
      const depth = events.length + 1;
      if (!target || !canPreload(target, depth)) continue;
      if (!depths.has(target.id)) {
        const place = { input, events: [...events, event] };
        screens.push({ step: target.id, ...place });
        queue.push({ ...place, snapshot: next });
        depths.set(target.id, depth);
      }
      leads.set(event.type === 'ANSWER' ? String(event.value) : '', target.id);
    }
    if (leads.size > 0) transitions[step.id] = shortened(leads, eventsOf(step).length);
  }
  return { screens, transitions };
}

type Render = (visit: PrerenderedVisit) => Promise<string>;

/**
 * The screens as templates, and after them where each leads. `render` renders the screen alone; rejects where that is
 * another one, or none.
 */
export async function preloadedScreensHtml(
  { screens, transitions }: PreloadedScreens,
  render: Render,
): Promise<string> {
  const templates = await Promise.all(screens.map(({ step, ...visit }) => template('held', step, render(visit))));
  return `${templates.join('')}<template data-ways="${escapeHtml(JSON.stringify(transitions))}"></template>`;
}

async function template(name: 'held' | 'first', screen: string, rendering: Promise<string>): Promise<string> {
  const html = await rendering;
  const step = stepOfScreen(screen);
  if (html.includes(`data-step="${step}"`)) return `<template data-${name}="${screen}">${html}</template>`;
  throw new Error(`The quiz's page can't hold the step "${step}": a visit that leads there is rendered without it.`);
}

function eventsOf(step: CompiledStep): readonly VisitEvent[] {
  if (!('options' in step)) return [{ type: 'NEXT' }];
  return step.options.map(({ key }) => ({ type: 'ANSWER', value: key }));
}

function shortened(leads: ReadonlyMap<string, string>, events: number): EarlyTransitions[string] {
  const [first] = leads.values();
  const isOne = leads.size === events && [...leads.values()].every((step) => step === first);
  return isOne ? first! : Object.fromEntries(leads);
}

/** Whether nothing but the answer on this step decides which one follows, and any answer leads to one. */
function decidesAlone({ steps, conditions }: CompiledFunnel, step: CompiledStep): boolean {
  const field = 'field' in step ? step.field : '';
  if (step.check !== undefined || step.offeredIf !== undefined) return false;
  return step.next.every(
    ({ when, to }) =>
      (when === undefined || readsOnly(conditions[when]!, field)) &&
      steps.find(({ id }) => id === to)?.showIf === undefined,
  );
}

function readsOnly(expression: Expression, field: string): boolean {
  const reads = (part: Expression) => readsOnly(part, field);
  switch (expression.kind) {
    case 'literal':
      return true;
    case 'answer':
      return expression.field === field;
    case 'variable':
    case 'variant':
    case 'query':
      return false;
    case 'unary':
      return reads(expression.operand);
    case 'binary':
      return reads(expression.left) && reads(expression.right);
    case 'list':
      return expression.items.every(reads);
    case 'call':
      return expression.arguments.every(reads);
  }
}

function recallsNothing({ title, subtitle = '', body = [], button = '' }: StepWords): boolean {
  const recallsNone = (text: MarkedText): boolean =>
    typeof text === 'string' || ('tag' in text && text.parts.every(recallsNone));
  return [title, subtitle, button, ...body].every(recallsNone);
}

/** What stands in the head of a page that is not the same for everybody, after what it is about. */
interface FirstScreensHead {
  readonly html: string;
  /** The texts of its scripts. */
  readonly scripts: readonly string[];
}

/**
 * The first screens of a funnel that visitors don't see as its page is rendered, as templates, and the scripts that fill
 * in what the visitor's address says (`web/starter/address.ts`) and show the visitor's own (`web/starter/first-screen.ts`).
 * Null where the page is the same for everybody. `render` renders the page's content.
 */
export async function firstScreensHead(
  funnel: CompiledFunnel,
  first: FirstStep,
  render: Render,
): Promise<FirstScreensHead | null> {
  const screens = distinctFirstSteps(first);
  const shuffled = Object.fromEntries(
    [...screens.keys()].flatMap((screen) => {
      const step = funnel.steps.find(({ id }) => id === stepOfScreen(screen));
      return step && 'shuffle' in step ? [[screen, step.options.map((option) => pick(option, 'key', 'fixed'))]] : [];
    }),
  );
  const isOther = ([screen]: readonly [string, Variants], index: number) => index > 0 || screen in shuffled;
  const rendered = await Promise.all(
    [...screens]
      .filter((each, index) => funnel.address !== undefined || isOther(each, index))
      .map(async ([screen, variants]) => ({
        screen,
        html: withTextPlaces(await template('first', screen, render({ input: { variants } }))),
      })),
  );
  const others = new Set([...screens].filter(isOther).map(([screen]) => screen));
  const templates = rendered
    .filter(({ screen, html }) => others.has(screen) || hasPlaces(html))
    .map(({ html }) => html);
  const { id, address } = funnel;
  const scripts = [
    ...(address ? [inlineScript(addressCode, 'address', { funnel: id, address } satisfies AddressData)] : []),
    ...(templates.length > 0
      ? [inlineScript(firstScreenCode, 'first', { funnel: id, first, shuffled } satisfies FirstScreens)]
      : []),
  ];
  if (scripts.length === 0) return null;
  const html = [...templates, ...scripts.map((script) => script.html)].join('');
  return { html, scripts: scripts.map(({ text }) => text) };
}

/** A script with its data beside it. */
function inlineScript(file: string, name: string, data: object): { readonly html: string; readonly text: string } {
  const text = readFileSync(file, 'utf8').trim();
  return { html: `<script data-${name}="${escapeHtml(JSON.stringify(data))}">${text}</script>`, text };
}

/** The id of its step; the variants that its texts depend on follow. */
function stepOfScreen(screen: string): string {
  return screen.split(' ', 1)[0]!;
}

type Variants = Readonly<Record<string, string>>;

/**
 * The screen that a visitor without query parameters sees first: by the variants of as few experiments as decide which
 * step it is and what it says. The variants that are given are settled.
 */
export function firstStepOf(funnel: CompiledFunnel, variants: Variants = {}): FirstStep {
  const { conditions } = variantReaders(funnel);
  let open: string | undefined;
  const isOpen = ({ at }: Journey) => {
    open = conditions.get(funnel.steps[at]!.showIf ?? '')?.find((name) => !(name in variants));
    return open !== undefined;
  };
  const { at } = walk(funnel, begin(funnel, { variants }), () => null, isOpen);
  if (open !== undefined) return byVariant(funnel, open, variants);
  const step = funnel.steps[at]?.id ?? finished;
  const experiments = experimentsOnScreen(funnel, step);
  const undecided = experiments.find((name) => !(name in variants));
  if (undecided !== undefined) return byVariant(funnel, undecided, variants);
  return [step, ...experiments.map((name) => variants[name])].join(' ');
}

/** The experiments on which texts or options of a step depend. */
function experimentsOnScreen(funnel: CompiledFunnel, id: string): readonly string[] {
  const { conditions } = variantReaders(funnel);
  const { offeredIf = {} } = funnel.steps.find((step) => step.id === id) ?? {};
  const read = new Set(Object.values(offeredIf).flatMap((condition) => conditions.get(condition) ?? []));
  return funnel.experiments
    .filter(({ name, texts }) => read.has(name) || texts?.steps.includes(id))
    .map(({ name }) => name);
}

/**
 * Each first screen that there is, with variants that lead to it; that of visitors with the first variants comes first.
 */
export function distinctFirstSteps(first: FirstStep, variants: Variants = {}): ReadonlyMap<string, Variants> {
  if (typeof first === 'string') return new Map([[first, variants]]);
  const found = new Map<string, Variants>();
  for (const [variant, next] of Object.entries(first.steps)) {
    for (const [step, each] of distinctFirstSteps(next, { ...variants, [first.experiment.name]: variant })) {
      if (!found.has(step)) found.set(step, each);
    }
  }
  return found;
}

function byVariant(funnel: CompiledFunnel, name: string, variants: Variants): FirstStep {
  const { variants: all } = funnel.experiments.find((each) => each.name === name)!;
  const experiment = { name, variants: all };
  const steps = Object.fromEntries(
    all.map((variant) => [variant.name, firstStepOf(funnel, { ...variants, [name]: variant.name })]),
  );
  const [one, ...others] = Object.values(steps);
  return others.every((other) => isDeepStrictEqual(other, one)) ? one! : { experiment, steps };
}
