import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildFunnels } from '../../engine/author/build.ts';
import { formatProblem } from '../../engine/problem.ts';
import { parseTopics } from '../../engine/author/topics.ts';
import { readTopics } from '../../scripts/build/load-site.ts';

const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  it('shows a funnel that compiles as it stands there', () => {
    const [flow, words] = [...readme.matchAll(/```yaml\n([^`]+)```/g)].map((match) => match[1]!);
    const { topics } = parseTopics(readTopics());
    const { funnels, problems } = buildFunnels({
      topics,
      files: [
        { name: 'better-mornings.yaml', text: flow! },
        { name: 'better-mornings.en.yaml', text: words! },
        { name: 'better-mornings.es.yaml', text: words! },
      ],
    });
    expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
    expect(funnels).toHaveLength(1);
  });
});
