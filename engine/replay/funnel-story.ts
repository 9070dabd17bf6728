import type { Answer, CompiledFunnel } from '../model.ts';
import { namesOn, type VersionNames } from '../run/renames.ts';
import type { FunnelEvent } from '../run/page-log.ts';

/** A step that stays on the screen longer counts as abandoned there. */
const maxStepMilliseconds = 30 * 60_000;

interface PageOpened {
  readonly flow: CompiledFunnel;
  /** The version that gives the names. */
  readonly first: CompiledFunnel;
  /** Milliseconds since the visit's first page. */
  readonly openedAt: number;
}

interface Transition {
  readonly step: string;
  readonly to: string | null;
}

/** Writes down what happens in a visit, page after page, and knows what was reported already. */
export class FunnelStory {
  readonly events: FunnelEvent[] = [];
  /** The step on the screen; null: the quiz is finished; undefined: nothing has happened yet. */
  place: string | null | undefined;
  readonly #shown = new Set<string>();
  /** Each step with where it was left for, forwards. */
  readonly #transitions = new Set<string>();
  readonly #answers = new Map<string, Answer>();
  readonly #goals = new Set<string>();
  readonly #met = new Set<string>();
  #names: VersionNames | undefined;
  #openedAt = 0;
  /** Milliseconds since the page was opened. */
  #now = 0;
  /** For how long the step has been on the screen, but for now; undefined where that is not known. */
  #spent: number | undefined = 0;
  /** Since when the page is on the screen; undefined: it isn't. */
  #visibleSince: number | undefined;

  openPage({ flow, first, openedAt }: PageOpened): void {
    // The page before did not report when it went off the screen.
    if (this.#visibleSince !== undefined) this.#spent = undefined;
    this.#names = namesOn(first, flow);
    this.#openedAt = openedAt;
    this.#now = 0;
    this.#visibleSince = 0;
  }

  /** Clocks of browsers can be set back; ours does not go back. */
  moveClock(at: number): void {
    this.#now = Math.max(this.#now, at);
  }

  /** Times of what was there before the page began to report begin now. */
  beginTimes(): void {
    this.#visibleSince = this.#now;
  }

  hide(): void {
    if (this.#visibleSince === undefined) return;
    this.#spent = this.#milliseconds();
    this.#visibleSince = undefined;
    if (this.place) this.#emit({ at: this.#at(), type: 'page_left', step: this.place, ...this.#seconds() });
  }

  unhide(): void {
    this.#visibleSince ??= this.#now;
  }

  /** A step comes on the screen, unless it is there. */
  show(id: string): void {
    const step = this.#names!.step(id);
    if (this.place === step) return;
    this.place = step;
    this.#shown.add(step);
    this.#spent = 0;
    if (this.#visibleSince !== undefined) this.#visibleSince = this.#now;
    this.#emit({ at: this.#at(), type: 'step_shown', step });
  }

  answer(id: string, value: Answer): void {
    const step = this.#names!.step(id);
    const answer = this.#names!.answer(id, value);
    this.#answers.set(step, answer);
    this.#emit({ at: this.#at(), type: 'step_answered', step, answer });
  }

  leave(id: string, to: string | null, by: 'next' | 'back'): void {
    const transition = this.#transition(id, to);
    if (by === 'next') this.#transitions.add(nameOf(transition));
    this.#emit({ at: this.#at(), type: 'step_left', ...transition, by, ...this.#seconds() });
  }

  /** A step that was passed unreported: only what is not known yet. */
  passedBefore(id: string, to: string, answer: Answer | undefined): void {
    const at = this.#at();
    const transition = this.#transition(id, to);
    if (!this.#shown.has(transition.step)) {
      this.#shown.add(transition.step);
      this.#emit({ at, type: 'step_shown', step: transition.step });
    }
    if (answer !== undefined && !isSame(this.#names!.answer(id, answer), this.#answers.get(transition.step))) {
      this.answer(id, answer);
    }
    if (this.#transitions.has(nameOf(transition))) return;
    this.#transitions.add(nameOf(transition));
    this.#emit({ at, type: 'step_left', ...transition, by: 'next' });
  }

  reach(goal: string): void {
    if (this.#goals.has(goal)) return;
    this.#goals.add(goal);
    this.#emit({ at: this.#at(), type: 'goal_reached', goal });
  }

  meet(experiment: string, variant: string): void {
    if (this.#met.has(experiment)) return;
    this.#met.add(experiment);
    this.#emit({ at: this.#at(), type: 'variant_met', experiment, variant });
  }

  finish(outcome: string): void {
    this.place = null;
    this.#emit({ at: this.#at(), type: 'visit_finished', outcome });
  }

  #emit(event: FunnelEvent): void {
    this.events.push(event);
  }

  #at(): number {
    return this.#openedAt + this.#now;
  }

  #transition(id: string, to: string | null): Transition {
    return { step: this.#names!.step(id), to: to === null ? null : this.#names!.step(to) };
  }

  #milliseconds(): number | undefined {
    if (this.#spent === undefined || this.#visibleSince === undefined) return this.#spent;
    return Math.min(this.#spent + this.#now - this.#visibleSince, maxStepMilliseconds);
  }

  #seconds(): { readonly seconds?: number } {
    const milliseconds = this.#milliseconds();
    return milliseconds === undefined ? {} : { seconds: milliseconds / 1_000 };
  }
}

function nameOf({ step, to }: Transition): string {
  return `${step}\t${to ?? ''}`;
}

function isSame(one: Answer, other: Answer | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
