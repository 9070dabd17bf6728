import { emailPlaceholder } from '../../../engine/run/steps/email.ts';
import { phonePlaceholder } from '../../../engine/run/steps/phone.ts';
import { textPlaceholder } from '../../../engine/run/steps/text.ts';
import fc from 'fast-check';
import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { CompiledFunnel, SavedVisit, VisitEvent, VisitInput } from '../../../engine/model.ts';
import type { FunnelSnapshot } from '../../../engine/run/machine.ts';
import { joinPages, replayVisit } from '../../../engine/replay/visit-log.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { type PageEvent, type PageLog, type PageStart } from '../../../engine/run/page-log.ts';
import { resumeVisit } from '../../../engine/run/resume-visit.ts';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import { toScreen } from '../../../engine/run/screen.ts';
import { assignVariants } from '../../../engine/run/variants.ts';
import { buildFunnel, is, withWords } from '../run/build-funnel.ts';
import { anyFunnel, anyTries, type Try } from '../run/funnel-arbitrary.ts';
import { matrixAnswers } from '../run/reference-visit.ts';

const secrets = { text: 'a secret', email: 'ana@example.com', phone: '+34600123456' } as const;

/** A browser whose visitor writes secrets: what it tells, and what it shows. */
class Browser {
  readonly pages: { readonly page: number; readonly events: PageEvent[] }[] = [];
  /** What was on the screen at the beginning and after each event that the funnel took. */
  readonly shown: string[] = [];
  readonly #funnel: CompiledFunnel;
  readonly #start: PageStart;
  #actor;
  #now = 1_000;

  constructor(funnel: CompiledFunnel, start: PageStart) {
    this.#funnel = funnel;
    this.#start = start;
    this.#actor = createActor(createFunnelMachine(funnel), { input: this.#input }).start();
    this.#open();
    this.#look();
  }

  get isFinished(): boolean {
    return this.#actor.getSnapshot().status === 'done';
  }

  /** Loads the page again, as a reload does, or Back from the results. */
  reload(): void {
    const saved = saveVisit(this.#funnel, this.#actor.getSnapshot());
    const isAnotherScreen = this.isFinished;
    const machine = createFunnelMachine(this.#funnel);
    const snapshot = resumeVisit(machine, this.#funnel, saved, this.#input);
    this.#actor = createActor(machine, { snapshot, input: this.#input }).start();
    this.#open(saved);
    if (isAnotherScreen) this.#look();
  }

  do(attempt: Try): void {
    const { context, value } = this.#actor.getSnapshot();
    const event = eventOf(this.#funnel, context.journey.at, attempt);
    this.#actor.send(event);
    if (this.#actor.getSnapshot().context.journey === context.journey) return;
    this.#now += 10;
    const { page, events } = this.pages.at(-1)!;
    const at = this.#now - page;
    if (event.type === 'ANSWER') events.push([at, 'answer', value, withStandIns(event.value)]);
    else events.push([at, event.type === 'NEXT' ? 'next' : 'back', value]);
    this.#look();
  }

  #open(saved?: SavedVisit): void {
    this.#now += 1_000;
    const start = { ...this.#start, ...(saved && { saved: withStandIns(saved) }) };
    this.pages.push({ page: this.#now, events: [[0, 'open', start]] });
  }

  #look(): void {
    this.shown.push(withStandIns(seen(this.#funnel, this.#actor.getSnapshot())));
  }

  get #input(): VisitInput {
    const { seed, query, stepsLimit } = this.#start;
    return { variants: assignVariants(this.#funnel, seed), ...(query && { query }), ...(stepsLimit && { stepsLimit }) };
  }
}

function seen(funnel: CompiledFunnel, snapshot: FunnelSnapshot): string {
  return JSON.stringify(toScreen(withWords(funnel), snapshot) ?? snapshot.output);
}

function withStandIns<Value>(value: Value): Value {
  const text = JSON.stringify(value)
    .replaceAll(secrets.text, textPlaceholder)
    .replaceAll(secrets.email, emailPlaceholder)
    .replaceAll(secrets.phone, phonePlaceholder);
  return JSON.parse(text) as Value;
}

function eventOf(funnel: CompiledFunnel, at: number, { kind, pick }: Try): VisitEvent {
  if (kind === 'NEXT' || kind === 'BACK') return { type: kind };
  const step = funnel.steps[at];
  if (!step || kind === 'NONSENSE') return { type: 'ANSWER', value: 'nonsense' };
  if (step.type === 'matrix') return { type: 'ANSWER', value: matrixAnswers(step)[pick % 4]! };
  if (step.type === 'rank') return { type: 'ANSWER', value: step.options.map(({ key }) => key).toReversed() };
  if ('options' in step) {
    const key = step.options[pick % step.options.length]!.key;
    return { type: 'ANSWER', value: step.type === 'multiple_choice' ? [key] : key };
  }
  if (step.type === 'text' || step.type === 'email' || step.type === 'phone')
    return { type: 'ANSWER', value: secrets[step.type] };
  return step.type === 'number' ? { type: 'ANSWER', value: pick % 4 } : { type: 'NEXT' };
}

const anyStart = fc.record(
  {
    seed: fc.string({ maxLength: 4 }),
    query: fc.record({ source: fc.constantFrom('mail', 'ad') }),
    stepsLimit: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['seed'] },
);

function startOf(funnel: CompiledFunnel, more: Partial<PageStart> = {}): PageStart {
  return { version: funnel.version, locale: 'en', seed: '1', ...more };
}

test('what pages tell plays again what the visitor saw, screen by screen, for any funnel and visitor', () => {
  fc.assert(
    fc.property(anyFunnel, anyStart, anyTries, fc.array(fc.nat(29)), (funnel, start, tries, reloads) => {
      const browser = new Browser(funnel, startOf(funnel, start));
      tries.forEach((attempt, index) => {
        if (reloads.includes(index)) browser.reload();
        if (!browser.isFinished) browser.do(attempt);
      });
      const parts = joinPages(funnel.id, () => funnel, browser.pages);
      const played = parts.flatMap(({ log }) => replayVisit(funnel, log).map((snapshot) => seen(funnel, snapshot)));
      expect(played).toEqual(browser.shown);
    }),
  );
});

const nights = buildFunnel({
  conditions: { bad: is('nights', 'bad') },
  steps: [
    { id: 'welcome', type: 'intro' },
    { id: 'nights', type: 'single_choice', options: ['bad', 'good'] },
    { id: 'why', type: 'text', showIf: 'bad' },
    { id: 'end', type: 'info' },
  ],
});
const atWhy: SavedVisit = { version: nights.version, at: 'why', answers: { nights: 'bad' }, counter: 1, goals: [] };
const first: PageLog = {
  page: 5_000,
  events: [
    [0, 'open', startOf(nights)],
    [2_000, 'next', 'welcome'],
    [2_500, 'hide'],
    [4_000, 'answer', 'nights', 'bad'],
  ],
};
const second: PageLog = {
  page: 65_000,
  events: [
    [0, 'open', startOf(nights, { saved: atWhy })],
    [3_000, 'answer', 'why', '•'],
  ],
};
const join = (...pages: readonly PageLog[]) => joinPages('test', () => nights, pages);

describe('the pages of a visit', () => {
  test('are one log where each goes on where the one before it stopped, with times since its beginning', () => {
    const [part, ...others] = join(second, first);
    expect(others).toEqual([]);
    expect(part).toEqual({
      startedAt: 5_000,
      log: {
        funnel: 'test',
        version: nights.version,
        input: {},
        events: [{ type: 'NEXT' }, { type: 'ANSWER', value: 'bad' }, { type: 'ANSWER', value: '•' }],
        times: [2_000, 4_000, 63_000],
      },
    });
  });

  test('are logs of their own where something in between was not told', () => {
    const cut = { ...first, events: first.events.slice(0, 2) };
    expect(join(cut, second).map(({ log }) => log.saved?.at)).toEqual([undefined, 'why']);
  });

  test('are logs of their own on another version, with another limit, and where the version is unknown', () => {
    const withOpen = (start: Partial<PageStart>) => ({
      ...second,
      events: second.events.with(0, [0, 'open', startOf(nights, { saved: atWhy, ...start })]),
    });
    expect(join(first, withOpen({ version: 'older' })).map(({ log }) => log.version)).toEqual([
      nights.version,
      'older',
    ]);
    expect(join(first, withOpen({ stepsLimit: 3 }))).toHaveLength(2);
    expect(joinPages('test', () => undefined, [first, second])).toHaveLength(2);
  });
});
