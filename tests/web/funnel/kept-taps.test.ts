import { describe, expect, it } from 'vitest';
import { eventOfTap } from '../../../web/funnel/kept-taps.ts';

describe('a tap made before the script arrived', () => {
  it('goes on from a step without a question', () => {
    expect(eventOfTap({ step: 'welcome', tap: 'next' }, 'welcome')).toEqual({ type: 'NEXT' });
  });

  it('answers a question with the option that was tapped', () => {
    expect(eventOfTap({ step: 'mood', tap: 'answer', value: 'joy' }, 'mood')).toEqual({ type: 'ANSWER', value: 'joy' });
  });

  it('means nothing to another step than the one it was made on', () => {
    expect(eventOfTap({ step: 'welcome', tap: 'next' }, 'mood')).toBeNull();
  });

  it('means nothing without a value where an answer is wanted', () => {
    expect(eventOfTap({ step: 'mood', tap: 'answer' }, 'mood')).toBeNull();
  });
});
