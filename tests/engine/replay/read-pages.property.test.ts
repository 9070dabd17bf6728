import { emailPlaceholder } from '../../../engine/run/steps/email.ts';
import { phonePlaceholder } from '../../../engine/run/steps/phone.ts';
import { textPlaceholder } from '../../../engine/run/steps/text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, CompiledFunnel } from '../../../engine/model.ts';
import { type FunnelEvent, type PageEvent, type PageLog } from '../../../engine/run/page-log.ts';
import { readPages } from '../../../engine/replay/read-pages.ts';
import { assignVariants } from '../../../engine/run/variants.ts';
import { anyFunnel } from '../run/funnel-arbitrary.ts';
import { anyDeeds, anyLanding, cutAfter, RecordingBrowser, type Landing } from './recording-browser.ts';

const often = { numRuns: 120 };

function read(funnel: CompiledFunnel, pages: readonly PageLog[]) {
  return readPages((version) => (version === funnel.version ? funnel : undefined), pages);
}

const goalsOf = (events: readonly FunnelEvent[]) =>
  events.flatMap((event) => (event.type === 'goal_reached' ? event.goal : []));
const shownIn = (events: readonly FunnelEvent[]) =>
  events.flatMap((event) => (event.type === 'step_shown' ? event.step : []));
const outcomeIn = (events: readonly FunnelEvent[]) =>
  events.flatMap((event) => (event.type === 'visit_finished' ? event.outcome : [])).at(-1) ?? null;

const isMet = (events: readonly FunnelEvent[]) => events.some(({ type }) => type === 'variant_met');

/** What happened, without when, and without looks away. */
function deedsIn(events: readonly FunnelEvent[]) {
  return events
    .filter(({ type }) => type !== 'page_left')
    .map((event) => ({ ...event, at: 0, ...(event.type === 'step_left' && { seconds: 0 }) }));
}

test('what is read of a visit is what the real machine did: the same steps shown, each goal once, the same outcome', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, (funnel, landing, deeds) => {
      const browser = new RecordingBrowser(funnel, landing).do(deeds);
      const { events, readable, at } = read(funnel, browser.pages);
      expect(readable).toBe(true);
      expect(shownIn(events)).toEqual(browser.shown);
      expect(goalsOf(events)).toEqual(browser.goals);
      expect(new Set(goalsOf(events)).size).toBe(goalsOf(events).length);
      expect(outcomeIn(events)).toBe(browser.outcome);
      expect(at).toBe(browser.outcome === null ? browser.shown.at(-1) : null);
    }),
    often,
  );
});

test('a visit in many pages is the same visit in one page, but for times', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, (funnel, landing, deeds) => {
      const inMany = new RecordingBrowser(funnel, landing).do(deeds);
      const inOne = new RecordingBrowser(funnel, landing).do(deeds.filter(({ kind }) => kind !== 'RELOAD'));
      expect(deedsIn(read(funnel, inMany.pages).events)).toEqual(deedsIn(read(funnel, inOne.pages).events));
    }),
    often,
  );
});

test('of a log that ends early all that it tells is read', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, fc.nat(20), (funnel, landing, deeds, count) => {
      const { pages } = new RecordingBrowser(funnel, landing).do(deeds);
      const cut = read(funnel, cutAfter(pages, count));
      expect(cut.readable).toBe(true);
      expect(read(funnel, pages).events.slice(0, cut.events.length)).toEqual(cut.events);
    }),
    often,
  );
});

test('a visit whose first page told nothing has the same goals, the same outcome, and no step twice', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, (funnel, landing, deeds) => {
      const { pages, goals, outcome, shown } = new RecordingBrowser(funnel, landing).do(deeds);
      if (pages.length === 1) return;
      const { events } = read(funnel, pages.slice(1));
      expect(goalsOf(events).toSorted()).toEqual(goals.toSorted());
      expect(outcomeIn(events)).toBe(outcome);
      expect(shown).toEqual(expect.arrayContaining(shownIn(events)));
    }),
    often,
  );
});

test('stand-ins for texts and addresses change nothing but the answers that they stand for', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, (funnel, landing, deeds) => {
      const { pages } = new RecordingBrowser(funnel, landing).do(deeds);
      const hidden = (events: readonly FunnelEvent[]) =>
        events.map((event) =>
          event.type === 'step_answered' ? { ...event, answer: withStandIn(funnel, event.step, event.answer) } : event,
        );
      const reported = read(
        funnel,
        pages.map((page) => withStandIns(funnel, page)),
      );
      expect(reported.events).toEqual(hidden(read(funnel, pages).events));
    }),
    often,
  );
});

test('a visit has met an experiment wherever another variant would have led elsewhere', () => {
  fc.assert(
    fc.property(anyFunnel, anyLanding, anyDeeds, (funnel, landing, deeds) => {
      const { pages } = new RecordingBrowser(funnel, landing).do(deeds.filter(({ kind }) => kind !== 'RELOAD'));
      const mine = read(funnel, pages);
      const other = read(
        funnel,
        pages.map((page) => withSeed(page, otherSeed(funnel, landing))),
      );
      if (JSON.stringify(sights(mine.events)) !== JSON.stringify(sights(other.events)))
        expect(isMet(mine.events)).toBe(true);
      if (!JSON.stringify(funnel.conditions).includes('"variant"')) expect(isMet(mine.events)).toBe(false);
    }),
    often,
  );
});

/** What a visitor sees. */
function sights(events: readonly FunnelEvent[]) {
  return [shownIn(events), outcomeIn(events)];
}

/** A seed that gets the other variant. */
function otherSeed(funnel: CompiledFunnel, { seed }: Landing): string {
  const { proof } = assignVariants(funnel, seed);
  return Array.from({ length: 99 }, (_, n) => `other ${n}`).find(
    (each) => assignVariants(funnel, each)['proof'] !== proof,
  )!;
}

function withSeed({ page, events }: PageLog, seed: string): PageLog {
  return {
    page,
    events: events.map((event) => (event[1] === 'open' ? [event[0], 'open', { ...event[2], seed }] : event)),
  };
}

function withStandIns(funnel: CompiledFunnel, { page, events }: PageLog): PageLog {
  return {
    page,
    events: events.map((event): PageEvent => {
      if (event[1] === 'answer') return [event[0], 'answer', event[2], withStandIn(funnel, event[2], event[3])];
      if (event[1] !== 'open' || !event[2].saved) return event;
      const { saved } = event[2];
      const answers = Object.entries(saved.answers).map(([field, answer]) => [
        field,
        withStandIn(funnel, field, answer),
      ]);
      return [
        event[0],
        'open',
        { ...event[2], saved: { ...saved, answers: Object.fromEntries(answers) as Record<string, Answer> } },
      ];
    }),
  };
}

/** The tests' funnels call fields as their steps. */
function withStandIn(funnel: CompiledFunnel, step: string, answer: Answer): Answer {
  const { type } = funnel.steps.find(({ id }) => id === step)!;
  return answer !== '' && (type === 'text' || type === 'email' || type === 'phone')
    ? { text: textPlaceholder, email: emailPlaceholder, phone: phonePlaceholder }[type]
    : answer;
}
