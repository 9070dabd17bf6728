import { describe, expect, test } from 'vitest';
import { planWeeks } from '../../../web/pages/plan/weeks.ts';

const topics = (...ids: string[]) => ids.map((id) => ({ id, title: id, focus: 'Focus.', practice: 'Practice.' }));
const weeksOf = (...ids: string[]) => planWeeks(topics(...ids)).map(({ topic, stage }) => `${topic.id} ${stage}`);

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
    expect(planWeeks(topics('sleep', 'calm')).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
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

  test('are none when the outcome has no topics', () => {
    expect(planWeeks([])).toEqual([]);
  });
});
