import type { SourceFile } from '../../engine/author/build.ts';
import type { TopicCatalog } from '../../engine/author/topics.ts';

/** `plain` has the shape of quiz 1, over and over; in `conditional` every third step is shown only to some. */
export const shapes = ['plain', 'conditional'] as const;
export type Shape = (typeof shapes)[number];

/** Steps of quiz 1 that only tell something (specification, section 9). */
const withText = new Set([1, 5, 8, 10, 12, 16]);

/** The files of a quiz with this many steps, as an author would write them. */
export function quizFiles(size: number, shape: Shape): SourceFile[] {
  const flow = ['funnel: bench', 'path: /bench', 'storage_key: wizardBench', 'locales: [en]', 'steps:'];
  const words = ['funnel: { name: Bench, description: A quiz to measure }', 'steps:'];
  for (let number = 1; number <= size; number++) {
    const hasText = number === 1 || number === size || withText.has(((number - 1) % 16) + 1);
    const isConditional = shape === 'conditional' && number % 3 === 0 && number > 3 && number < size;
    flow.push(`  - id: step_${number}`, `    type: ${hasText ? 'info' : 'single_choice'}`);
    if (isConditional) flow.push(`    show_if: step_2 == "option_${1 + (number % 2)}"`);
    words.push(`  step_${number}:`, `    title: What about number ${number} of this long list?`);
    if (hasText) continue;
    const options = Array.from({ length: 5 + (number % 3) }, (_, n) => `option_${n + 1}`);
    flow.push('    options:', ...options.map((key) => `      ${key}: {}`));
    words.push('    options:', ...options.map((key, n) => `      ${key}: Sometimes, and then ${n} times a week`));
  }
  flow.push('outcomes:', '  gentle: { else: true, topics: [calm-evening] }', 'finish: results', '');
  words.push(
    'outcomes:',
    '  gentle:',
    '    title: A gentle week',
    '    summary: Keep going.',
    '    points: [Rest]',
    '',
  );
  return [
    { name: 'funnels/bench.yaml', text: flow.join('\n') },
    { name: 'funnels/bench.en.yaml', text: words.join('\n') },
  ];
}

/** The only topic that they name; the site has it too. */
export const benchTopics: TopicCatalog = {
  topics: { 'calm-evening': { en: { title: 'Rest', focus: 'Resting.', practice: 'You rest.' } } },
  complete: true,
};
