import { describe, expect, test } from 'vitest';
import type { VisitEvent } from '../../engine/model.ts';
import { encodeVisit } from '../../engine/replay/visit-log.ts';
import { visitFactsOf, writeFacts } from '../../stories/player/facts.ts';
import {
  beginPlayback,
  openPlayback,
  takeEvent,
  travelTo,
  withInput,
  type Playback,
} from '../../stories/player/playback.ts';
import { buildFunnel, is } from '../engine/run/build-funnel.ts';

const funnel = buildFunnel({
  conditions: { bad: is('nights', 'bad') },
  experiments: [{ name: 'proof', variants: ['plain', 'doctors'].map((name) => ({ name, weight: 1 })) }],
  goals: { start: 'began' },
  steps: [
    { id: 'welcome', type: 'intro' },
    {
      id: 'nights',
      type: 'single_choice',
      options: ['bad', 'good'],
      next: [{ when: 'bad', to: 'why' }, { to: 'end' }],
    },
    { id: 'why', type: 'text' },
    { id: 'end', type: 'info' },
  ],
});
const next: VisitEvent = { type: 'NEXT' };
const answer = (value: string): VisitEvent => ({ type: 'ANSWER', value });

function play(...events: readonly VisitEvent[]): Playback {
  return events.reduce((playback, event) => takeEvent(funnel, playback, event), beginPlayback(funnel));
}
const stepOf = ({ snapshots, at }: Playback) => snapshots[at]!.value;
const textOf = (events: readonly VisitEvent[], { version = funnel.version, id = funnel.id } = {}) =>
  encodeVisit({ funnel: id, version, input: {}, events });

const factsAt = ({ snapshots }: Playback, at: number) => visitFactsOf(funnel, snapshots[at]!);

describe('travelling in time', () => {
  const played = play(next, answer('bad'), answer('work'));

  test('shows what was shown then', () => {
    expect(stepOf(played)).toBe('end');
    expect(stepOf(travelTo(played, 1))).toBe('nights');
  });

  test('ends at the first and the last moment', () => {
    expect(travelTo(played, -1).at).toBe(0);
    expect(travelTo(played, 99)).toBe(played);
  });

  test('to do the same again keeps what came after', () => {
    const again = takeEvent(funnel, travelTo(played, 1), answer('bad'));
    expect(again.events).toHaveLength(3);
    expect(stepOf(again)).toBe('why');
  });

  test('to do something else forgets what came after', () => {
    const other = takeEvent(funnel, travelTo(played, 1), answer('good'));
    expect(other.events).toEqual([next, answer('good')]);
    expect(stepOf(other)).toBe('end');
  });

  test('changes nothing where the funnel does not take what was done', () => {
    expect(takeEvent(funnel, travelTo(played, 1), next)).toEqual(travelTo(played, 1));
  });

  test('another beginning plays the same events as far as they go', () => {
    const short = withInput(funnel, played, { stepsLimit: 1 });
    expect(short.events).toEqual([next, answer('bad')]);
    expect(stepOf(short)).toBe('finished');
  });
});

describe('a link', () => {
  test('opens the visit at its end', () => {
    const { playback, notice } = openPlayback(funnel, textOf([next, answer('bad')]));
    expect(stepOf(playback)).toBe('why');
    expect(notice).toBeUndefined();
  });

  test('of another version plays as far as it fits, and says where it ends', () => {
    const { playback, notice } = openPlayback(funnel, textOf([next, answer('older'), next], { version: 'older' }));
    expect(stepOf(playback)).toBe('nights');
    expect(notice).toBe(
      'This visit was made on version older of the funnel, which is 0123456789abcdef now. ' +
        'It can be played up to event 1 of 3: “nights” does not take “older”.',
    );
  });

  test('of another version that still fits plays to its end, and says so', () => {
    expect(openPlayback(funnel, textOf([next], { version: 'older' })).notice).toMatch(/still be played to its end/);
  });

  test('of a visit that is finished before the events are over says so', () => {
    const { notice } = openPlayback(funnel, textOf([next, answer('good'), next, next]));
    expect(notice).toBe('It can be played up to event 3 of 4: it is finished then.');
  });

  const saved = { version: funnel.version, at: 'why', answers: { nights: 'bad' }, counter: 1, goals: ['began'] };
  const laterPage = {
    funnel: funnel.id,
    version: funnel.version,
    input: {},
    saved,
    events: [answer('work')],
    times: [7],
  };

  test('of a page that was opened later begins where the visit was', () => {
    const { playback, notice } = openPlayback(funnel, encodeVisit(laterPage));
    expect(notice).toBeUndefined();
    expect(playback.snapshots.map(({ value }) => value)).toEqual(['why', 'end']);
    expect(playback.times).toEqual([7]);
    expect(stepOf(takeEvent(funnel, travelTo(playback, 0), { type: 'BACK' }))).toBe('nights');
  });

  test('has no times any more where something else was done', () => {
    const { playback } = openPlayback(funnel, encodeVisit(laterPage));
    expect(takeEvent(funnel, travelTo(playback, 0), answer('other words')).times).toEqual([]);
    expect(takeEvent(funnel, travelTo(playback, 0), answer('work')).times).toEqual([7]);
  });

  test.each([
    ['that was cut', textOf([next, next]).slice(0, -3), /not complete/],
    ['of a later player', 'v9-abc', /another release/],
    ['of another funnel', textOf([], { id: 'other' }), /another funnel, “other”/],
  ])('%s begins a new visit and says why', (_, text, words) => {
    const { playback, notice } = openPlayback(funnel, text);
    expect(playback.events).toEqual([]);
    expect(notice).toMatch(words);
  });
});

describe('the facts of a moment', () => {
  const played = play(next, answer('bad'), { type: 'BACK' });

  test('are what the machine knows', () => {
    expect(factsAt(played, 2)).toMatchObject({ step: 'why', counter: 1, answers: { nights: 'bad' }, drafts: {} });
    expect(factsAt(played, 3)).toMatchObject({ step: 'nights', answers: {}, drafts: { nights: 'bad' } });
    expect(factsAt(played, 1)).toMatchObject({ goals: ['began'], variants: { proof: 'plain' } });
  });

  test('are JSON, with what the last event changed marked', () => {
    const lines = writeFacts(factsAt(played, 2), factsAt(played, 1));
    expect(JSON.parse(lines.map(({ text }) => text).join(''))).toEqual(factsAt(played, 2));
    const marked = lines.filter(({ isNew }) => isNew).map(({ text }) => text.trim());
    expect(marked).toEqual(['"step": "why",', '"counter": 1,', '"nights": "bad"']);
  });

  test('are not marked at the start', () => {
    expect(writeFacts(factsAt(played, 0), undefined).some(({ isNew }) => isNew)).toBe(false);
  });
});
