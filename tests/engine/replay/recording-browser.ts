import fc from 'fast-check';
import { createActor } from 'xstate';
import type { CompiledFunnel, SavedVisit, VisitEvent } from '../../../engine/model.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import type { PageEvent, PageLog } from '../../../engine/run/page-log.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { assignVariants } from '../../../engine/run/variants.ts';
import { play, ReferenceVisit } from '../run/reference-visit.ts';

/** What a visitor does: tries something on the screen, loads the page again, looks away, comes back. */
export interface Deed {
  readonly kind: 'ANSWER' | 'NEXT' | 'BACK' | 'NONSENSE' | 'RELOAD' | 'HIDE' | 'SHOW';
  readonly pick: number;
  /** Milliseconds before it. */
  readonly after: number;
}

export interface Landing {
  readonly seed: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly stepsLimit?: number;
}

const anyDeed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('ANSWER', 'ANSWER', 'ANSWER', 'NEXT', 'NEXT', 'BACK', 'NONSENSE', 'RELOAD', 'HIDE', 'SHOW'),
  pick: fc.nat(999),
  after: fc.nat(5_000),
});
export const anyDeeds = fc.array(anyDeed, { maxLength: 30 });

export const anyLanding: fc.Arbitrary<Landing> = fc.record(
  {
    seed: fc.constantFrom('a', 'b', 'c', 'd'),
    query: fc.record({ source: fc.constantFrom('mail', 'ad') }),
    stepsLimit: fc.integer({ min: 0, max: 6 }),
  },
  { requiredKeys: ['seed'] },
);

/** A browser that runs the real machine and tells what it does; beside that, what the visitor saw. */
export class RecordingBrowser {
  readonly pages: { readonly page: number; readonly events: PageEvent[] }[] = [];
  readonly shown: string[] = [];
  readonly goals: string[] = [];
  outcome: string | null = null;
  readonly #funnel: CompiledFunnel;
  readonly #landing: Landing;
  readonly #input;
  readonly #machine;
  #actor;
  #now = 1_800_000_000_000;

  constructor(funnel: CompiledFunnel, landing: Landing) {
    this.#funnel = funnel;
    this.#landing = landing;
    const { seed, ...rest } = landing;
    this.#input = { ...rest, variants: assignVariants(funnel, seed) };
    this.#machine = createFunnelMachine(funnel);
    this.#actor = createActor(this.#machine, { input: this.#input });
    this.#open();
  }

  /** Does it all, with valid answers; `play` of the reference knows which they are. */
  do(deeds: readonly Deed[]): this {
    const reference = new ReferenceVisit(this.#funnel, this.#input);
    for (const { kind, pick, after } of deeds) {
      this.#now += after;
      if (kind === 'RELOAD') this.reload();
      else if (kind === 'HIDE' || kind === 'SHOW') this.#tell((at) => [at, kind === 'HIDE' ? 'hide' : 'show']);
      else this.send(play(reference, { kind, pick }));
    }
    return this;
  }

  send(event: VisitEvent): void {
    const from = this.#actor.getSnapshot();
    if (from.status !== 'active') return;
    this.#actor.send(event);
    if (this.#actor.getSnapshot().context.journey === from.context.journey) return;
    const step = from.value;
    this.#tell((at) => {
      if (event.type === 'ANSWER') return [at, 'answer', step, event.value];
      return [at, event.type === 'NEXT' ? 'next' : 'back', step];
    });
    this.#look();
  }

  /** Not after the finish: anyone who opens a finished quiz starts over. */
  reload(): void {
    if (this.#actor.getSnapshot().status !== 'active') return;
    this.#tell((at) => [at, 'hide']);
    this.#now += 1_000;
    const saved = saveVisit(this.#funnel, this.#actor.getSnapshot());
    const snapshot = resumeVisit(this.#machine, this.#funnel, saved, this.#input);
    this.#actor = createActor(this.#machine, { snapshot, input: this.#input });
    this.#open(saved);
  }

  #open(saved?: SavedVisit): void {
    const { version } = this.#funnel;
    this.#actor.on('goal', ({ goal }) => this.goals.push(goal));
    this.#actor.start();
    const start = { version, locale: 'en', ...this.#landing, ...(saved && { saved }) };
    this.pages.push({ page: this.#now, events: [[0, 'open', start]] });
    this.#look();
  }

  #look(): void {
    const { status, value, output } = this.#actor.getSnapshot();
    if (status === 'active' && this.shown.at(-1) !== value) this.shown.push(value);
    if (output) this.outcome = output.outcome;
  }

  #tell(write: (at: number) => PageEvent): void {
    const { page, events } = this.pages.at(-1)!;
    events.push(write(this.#now - page));
  }
}

/** The first so many events of a visit. */
export function cutAfter(pages: readonly PageLog[], count: number): readonly PageLog[] {
  let left = count;
  const cut = pages.map(({ page, events }) => {
    const kept = events.slice(0, Math.max(0, left));
    left -= events.length;
    return { page, events: kept };
  });
  return cut.filter(({ events }) => events.length > 0);
}
