import { describe, expect, test } from 'vitest';
import { firstSession, planWeeksOf, sampledSession } from '../../../web/pages/plan/plan-content.ts';

const topics = (...ids: string[]) => ids.map((id) => ({ id, title: id, focus: 'Focus.', practice: 'Practice.' }));
const session = (title: string) => ({ title, minutes: 20, voice: 'Rain' });
const weeksOf = (...ids: string[]) => planWeeksOf(topics(...ids)).map(({ topic, stage }) => `${topic.id} ${stage}`);
/** The titles of each week's sessions, in a plan of these topics. */
const titlesOf = (sessions: Readonly<Record<string, readonly string[]>>, ...ids: string[]) =>
  planWeeksOf(
    topics(...ids),
    Object.fromEntries(Object.entries(sessions).map(([id, titles]) => [id, titles.map(session)])),
  ).map((week) => week.sessions.map(({ title }) => title).join(', '));

describe('the weeks of a plan', () => {
  test('take the topics of the outcome in order, one a week', () => {
    expect(weeksOf('sleep', 'calm', 'breath', 'joy')).toEqual([
      'sleep begin',
      'calm begin',
      'breath begin',
      'joy begin',
    ]);
  });

  test('are numbered from 1 to 4', () => {
    expect(planWeeksOf(topics('sleep', 'calm')).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test('come back to the first topic, deeper, when there are three', () => {
    expect(weeksOf('sleep', 'calm', 'breath')).toEqual(['sleep begin', 'calm begin', 'breath begin', 'sleep deepen']);
  });

  test('go over two topics twice', () => {
    expect(weeksOf('sleep', 'calm')).toEqual(['sleep begin', 'calm begin', 'sleep deepen', 'calm deepen']);
  });

  test('give a single topic a different task each week', () => {
    expect(weeksOf('sleep')).toEqual(['sleep begin', 'sleep deepen', 'sleep everyday', 'sleep keep']);
  });

  test('leave out topics beyond the fourth', () => {
    expect(weeksOf('a', 'b', 'c', 'd', 'e')).toEqual(['a begin', 'b begin', 'c begin', 'd begin']);
  });

  describe('have sessions', () => {
    test('of their topic', () => {
      const sessions = { sleep: ['Waves', 'Rain'], calm: ['Lamp'], joy: ['Cup'] };
      expect(titlesOf(sessions, 'sleep', 'calm')).toEqual(['Waves, Rain', 'Lamp', 'Waves, Rain', 'Lamp']);
    });

    test('that no week of another topic has, and each topic takes a turn', () => {
      const sessions = { sleep: ['Waves', 'Rain', 'Lamp'], calm: ['Lamp', 'Rain', 'Waves'] };
      expect(titlesOf(sessions, 'sleep', 'calm').slice(0, 2)).toEqual(['Waves, Rain', 'Lamp']);
    });

    test('of another topic too, where none would be left', () => {
      const sessions = { sleep: ['Waves'], calm: ['Waves'] };
      expect(titlesOf(sessions, 'sleep', 'calm').slice(0, 2)).toEqual(['Waves', 'Waves']);
    });

    test('three at most, however many there are', () => {
      expect(titlesOf({ sleep: ['Waves', 'Rain', 'Lamp', 'Cup'] }, 'sleep')[0]).toBe('Waves, Rain, Lamp');
    });

    test('only if their topic has some', () => {
      expect(titlesOf({ sleep: ['Waves'] }, 'sleep', 'calm')).toEqual(['Waves', '', 'Waves', '']);
    });
  });

  test('are none when the outcome has no topics', () => {
    expect(planWeeksOf([])).toEqual([]);
  });
});

test('visitors hear a sample of the first session of their plan that has one', () => {
  const sampled = { ...session('Slow tide'), sample: '/sample/' };
  const sessions = { sleep: [session('Recorded')], calm: [session('Also recorded'), sampled], joy: [sampled] };
  expect(sampledSession(topics('sleep', 'calm', 'joy'), sessions)).toBe(sampled);
  expect(sampledSession(topics('sleep'), sessions)).toBeUndefined();
});

test('a plan begins with the first session of its first week; without sessions it begins with none', () => {
  const sessions = { calm: [session('Slow tide')], sleep: [session('One lamp on'), session('Drift')] };
  expect(firstSession(topics('sleep', 'calm'), sessions)).toEqual(session('One lamp on'));
  expect(firstSession(topics('sleep'), {})).toBeUndefined();
});
