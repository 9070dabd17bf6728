import type { BuiltFunnel } from '../engine/author/build.ts';
import type { CompiledFunnel, CompiledStep, Expression, StepWords, VisitEvent, VisitInput } from '../engine/model.ts';
import { beginVisit, takeEvent } from '../engine/run/moment.ts';
import type { Ways } from '../web/starter/early-visit.ts';
import { escapeHtml } from './escape-html.ts';

/** A screen that a page holds beside its first one, and how a visit comes there. */
export interface HeldScreen {
  /** Id of the step. */
  readonly step: string;
  readonly input: VisitInput;
  readonly events: readonly VisitEvent[];
}

export interface HeldScreens {
  readonly screens: readonly HeldScreen[];
  readonly ways: Ways;
}

/** So many screens after the first ones: whoever reads them is at it for longer than any line needs for the script. */
const most = 6;

/**
 * The screens that follow the first ones, where each answer leads to one that is the same for every visitor who comes
 * there: nothing but that answer decides which it is, and its texts recall nothing. `firsts`: what leads to each first
 * screen that there is. `isHere`: whether a type of step can be shown before more code comes.
 */
export function heldScreensOf(
  { funnel, words }: { readonly funnel: CompiledFunnel; readonly words: BuiltFunnel['words'][string] },
  firsts: readonly VisitInput[],
  isHere: (type: CompiledStep['type']) => boolean,
): HeldScreens {
  const screens: HeldScreen[] = [];
  const ways: Record<string, Ways[string]> = {};
  const depths = new Map<string, number>();
  const queue = firsts.map((input) => ({ input, events: [] as VisitEvent[], ...beginVisit(funnel, input) }));
  for (const { context } of queue) depths.set(funnel.steps[context.journey.at]?.id ?? '', 0);

  const canHold = ({ id, type }: CompiledStep, depth: number) =>
    (depths.get(id) ?? depth) === depth &&
    (depths.has(id) || screens.length < most) &&
    isHere(type) &&
    recallsNothing(words.steps[id] ?? { title: id });

  for (const { input, events, context } of queue) {
    const step = funnel.steps[context.journey.at];
    if (!step || !isHere(step.type) || !decidesAlone(funnel, step)) continue;
    const leads = new Map<string, string>();
    for (const event of eventsOf(step)) {
      const next = takeEvent(funnel, context, event)!.context;
      const target = funnel.steps[next.journey.at];
      const depth = events.length + 1;
      if (!target || !canHold(target, depth)) continue;
      if (!depths.has(target.id)) {
        const place = { input, events: [...events, event] };
        screens.push({ step: target.id, ...place });
        queue.push({ ...place, context: next, goals: [] });
        depths.set(target.id, depth);
      }
      leads.set(event.type === 'ANSWER' ? String(event.value) : '', target.id);
    }
    if (leads.size > 0) ways[step.id] = shortened(leads, eventsOf(step).length);
  }
  return { screens, ways };
}

/** The screens as templates, and after them where each leads; `render` renders the whole page's content. */
export async function heldScreensHtml(
  { screens, ways }: HeldScreens,
  render: (screen: HeldScreen) => Promise<string>,
): Promise<string> {
  const templates = await Promise.all(
    screens.map(async (screen) => `<template data-held="${screen.step}">${stepIn(await render(screen))}</template>`),
  );
  return `${templates.join('')}<template data-ways="${escapeHtml(JSON.stringify(ways))}"></template>`;
}

/** What of a page changes with the step. */
function stepIn(html: string): string {
  return /<section\b[^>]* data-step=.*?<\/section>/s.exec(html)![0];
}

function eventsOf(step: CompiledStep): readonly VisitEvent[] {
  if (step.type !== 'single_choice') return [{ type: 'NEXT' }];
  return step.options.map(({ key }) => ({ type: 'ANSWER', value: key }));
}

function shortened(leads: ReadonlyMap<string, string>, events: number): Ways[string] {
  const [first] = leads.values();
  const isOne = leads.size === events && [...leads.values()].every((step) => step === first);
  return isOne ? first! : Object.fromEntries(leads);
}

/** Whether nothing but the answer on this step decides which one follows. */
function decidesAlone({ steps, conditions }: CompiledFunnel, step: CompiledStep): boolean {
  const field = 'field' in step ? step.field : '';
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
  return [title, subtitle, button, ...body].every((text) => typeof text === 'string');
}
