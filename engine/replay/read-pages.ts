/** What happened in a visit, from what its pages reported: by the same engine, on the same versions of the funnel. */

import { initialTransition } from 'xstate';
import type { CompiledFunnel, VisitEvent, VisitInput } from '../model.ts';
import { isQuestion, noAnswer } from '../run/answer.ts';
import { blocksInOrder } from '../run/blocks.ts';
import { experimentsMet } from './exposure.ts';
import { oncePerFunnel } from '../run/funnel-index.ts';
import { FunnelStory } from './funnel-story.ts';
import { answerOnPath, before, begin, type Journey, type Trail, type VisitContext } from '../run/journey.ts';
import { createFunnelMachine, type FunnelMachine, type FunnelSnapshot, take } from '../run/machine.ts';
import {
  type FunnelEvent,
  inputOf,
  type PageEvent,
  type PageLog,
  type PageStart,
  visitEventOf,
} from '../run/page-log.ts';
import { resumeContext } from '../run/resume-visit.ts';
import { assignVariants } from '../run/variants.ts';
import { outcomeOf, pass, skip } from '../run/walk.ts';

/** A visit as far as its pages could be read. */
export interface PagesRead {
  /**
   * In order. Steps and options are called as on the version that the visit began on, also where it went on on a later
   * one.
   */
  readonly events: readonly FunnelEvent[];
  /** Whether all that was reported could be read: each version is known, and the funnel took each event. */
  readonly readable: boolean;
  /** What the visit began on; null where no page reported it. */
  readonly start: PageStart | null;
  /** The version that it began on, or the first that is known; null where none is. */
  readonly funnel: CompiledFunnel | null;
  /** Variant by experiment, as assigned on that version. */
  readonly variants: Readonly<Record<string, string>>;
  /** Where the visit is at the end, on the version of its last page; null where nothing could be read. */
  readonly end: { readonly funnel: CompiledFunnel; readonly journey: Journey } | null;
  /** The step on the screen at the end; null where none was: the visit was finished, or nothing could be read. */
  readonly at: string | null;
}

/**
 * Replays the pages of a visit, in the order in which they were opened. Where the funnel does not take what a page
 * reports, that page's reading ends; what came before counts. What an earlier page reported is not repeated; what was
 * done unreported (before the page that reports `saved`) has no times.
 */
export function readPages(
  funnelOf: (version: string) => CompiledFunnel | undefined,
  pages: readonly PageLog[],
): PagesRead {
  const story = new FunnelStory();
  let readable = true;
  let [start, funnel]: [PageStart | null, CompiledFunnel | null] = [null, null];
  let variants: PagesRead['variants'] = {};
  let end: PagesRead['end'] = null;
  for (const { page, events } of pages) {
    const [first] = events;
    if (first?.[1] !== 'open') {
      readable &&= first === undefined;
      continue;
    }
    const pageStart = first[2];
    start ??= pageStart;
    const flow = funnelOf(pageStart.version);
    if (!flow) {
      readable = false;
      continue;
    }
    if (!funnel) {
      funnel = flow;
      variants = assignVariants(flow, pageStart.seed);
    }
    story.openPage({ flow, first: funnel, openedAt: page - pages[0]!.page });
    const own = blocksInOrder(flow, pageStart.seed);
    const reader = new PageReader(own, story);
    if (!reader.read(pageStart, events)) readable = false;
    if (reader.journey) end = { funnel: own, journey: reader.journey };
  }
  return { events: story.events, readable, start, funnel, variants, end, at: story.place ?? null };
}

/** Made once: the server reads many pages of a funnel. */
const machineOf = oncePerFunnel(createFunnelMachine);

/**
 * A funnel that takes what has passed the checks of its steps: what is reported instead of an answer, as a day near the
 * real one, may not pass them.
 */
const withoutChecks = oncePerFunnel((funnel): CompiledFunnel => {
  if (funnel.steps.every(({ check }) => check === undefined)) return funnel;
  const steps = funnel.steps.map((step) => {
    const { check: _, ...others } = step;
    return others;
  });
  return { ...funnel, steps };
});

/** Replays one page of a visit and adds what happens to the story. */
class PageReader {
  readonly #funnel: CompiledFunnel;
  readonly #machine: FunnelMachine;
  readonly #story: FunnelStory;
  /** Where the visit is. */
  journey: Journey | undefined;

  constructor(funnel: CompiledFunnel, story: FunnelStory) {
    this.#funnel = withoutChecks(funnel);
    this.#machine = machineOf(this.#funnel);
    this.#story = story;
  }

  /** Whether the funnel took all of it. */
  read(start: PageStart, events: readonly PageEvent[]): boolean {
    const story = this.#story;
    let snapshot: FunnelSnapshot | undefined;
    for (const event of events) {
      story.moveClock(event[0]);
      switch (event[1]) {
        case 'open':
          if (snapshot) return false;
          snapshot = this.#open(start);
          break;
        case 'hide':
          story.hide();
          break;
        case 'show':
          story.unhide();
          break;
        case 'answer':
        case 'next':
        case 'back': {
          const next = snapshot && this.#take(snapshot, event[2], visitEventOf(event));
          if (!next) return false;
          snapshot = next;
        }
      }
    }
    return true;
  }

  #open(start: PageStart): FunnelSnapshot {
    const input = inputOf(this.#funnel, start);
    const resumed = start.saved === undefined ? null : resumeContext(this.#funnel, start.saved, input);
    if (resumed) {
      this.#story.beginTimes();
      this.#retrace(resumed, input);
    }
    const snapshot = resumed
      ? this.#machine.resolveState({ value: this.#idOf(resumed.journey.at), context: resumed })
      : initialTransition(this.#machine, input)[0];
    const { journey, reported } = snapshot.context;
    for (const goal of reported) this.#story.reach(goal);
    this.#meet(journey);
    this.#arrive(journey);
    return snapshot;
  }

  /** What a visit had done before the page began to report. */
  #retrace({ journey }: VisitContext, input: VisitInput): void {
    const nodes: Trail[] = [];
    for (let node: Trail | null = journey.trail; node && node.step >= 0; node = node[before]) nodes.push(node);
    const shown = nodes.filter(({ hidden }) => !hidden).map(({ step }) => step);
    let place = begin(this.#funnel, input);
    for (const { hidden, step } of nodes.reverse()) {
      this.#meet(place);
      if (hidden) {
        place = skip(this.#funnel, place);
        continue;
      }
      shown.pop();
      const answer = answerOnPath(journey, step);
      this.#story.passedBefore(this.#idOf(step), this.#idOf(shown.at(-1) ?? journey.at), answer);
      place = pass(this.#funnel, place, answer);
    }
  }

  #take(snapshot: FunnelSnapshot, step: string, event: VisitEvent): FunnelSnapshot | null {
    const from = snapshot.context.journey.at;
    if (this.#funnel.steps[from]?.id !== step) return null;
    const taken = take(this.#machine, snapshot, event);
    if (!taken) return null;
    const { journey } = taken.context;
    const isBack = event.type === 'BACK';
    if (!isBack) this.#reportAnswer(journey, from);
    const to = this.#funnel.steps[journey.at]?.id ?? null;
    this.#story.leave(step, to, isBack ? 'back' : 'next');
    for (const goal of taken.context.reported.slice(snapshot.context.reported.length)) this.#story.reach(goal);
    if (!isBack) this.#meet(journey);
    this.#arrive(journey);
    return taken;
  }

  #reportAnswer(journey: Journey, at: number): void {
    const step = this.#funnel.steps[at]!;
    if (isQuestion(step)) this.#story.answer(step.id, answerOnPath(journey, at) ?? noAnswer(step));
  }

  #meet(journey: Journey): void {
    for (const experiment of experimentsMet(this.#funnel, journey)) {
      this.#story.meet(experiment, journey.input.variants![experiment]!);
    }
  }

  #arrive(journey: Journey): void {
    this.journey = journey;
    const step = this.#funnel.steps[journey.at];
    if (step) this.#story.show(step.id);
    else this.#story.finish(outcomeOf(this.#funnel, journey));
  }

  #idOf(step: number): string {
    return this.#funnel.steps[step]!.id;
  }
}
