import { expect, test } from 'vitest';
import { build, soundText, withFiles } from './harness.ts';

/** The hints of those `next` that lead backward, with pieces of the sound flow written otherwise. */
function hintsWith(...changes: readonly (readonly [sound: string, broken: string])[]) {
  let text = soundText('sleep.yaml');
  for (const [sound, broken] of changes) {
    expect(text).toContain(sound);
    text = text.replace(sound, broken);
  }
  const { problems } = build(withFiles({ name: 'sleep.yaml', text }));
  return problems.filter(({ code }) => code === 'next_backward').map(({ hint }) => hint);
}

test('a next that leads backward tells the shortest round that it makes', () => {
  expect(hintsWith(['else: note', 'else: trouble'])).toEqual([
    'Visitors could go round for ever: trouble → hours → trouble.',
  ]);
});

test('a round through many steps is reported by its ends', () => {
  const more = [1, 2, 3].map((at) => `  - { id: more_${at}, type: info }\n`).join('');
  expect(hintsWith(['  - id: analysing\n', `${more}  - id: analysing\n    next: welcome\n`])).toEqual([
    'Visitors could go round for ever: welcome → trouble → hours → name → … → more_3 → analysing → welcome.',
  ]);
});

test('a next that leads to its own step makes no round of several', () => {
  expect(hintsWith(['else: note', 'else: hours'])).toEqual([undefined]);
});

test('nor does one to a step from which no way comes back', () => {
  const past = ['shift_work: {}', 'shift_work: {}\n    next: hours'] as const;
  const back = ['neither: { exclusive: true }', 'neither: { exclusive: true }\n    next: trouble'] as const;
  expect(hintsWith(past, back)).toEqual([undefined]);
});
