import { palette } from '../../../content/brand.ts';
import { createActor } from 'xstate';
import { buildFunnels } from '../../../engine/author/build.ts';
import type { CompiledFunnel, VisitEvent } from '../../../engine/model.ts';
import { createFunnelMachine } from '../../../engine/run/machine.ts';
import { benchTopics } from '../quiz-text.ts';

/** A quiz as all engines of the bench are given it. */
interface SharedQuiz {
  readonly steps: readonly {
    readonly id: string;
    readonly title: string;
    readonly options?: readonly { readonly id: string; readonly label: string }[];
  }[];
}

const load = (funnel: CompiledFunnel) => createActor(createFunnelMachine(funnel), { input: {} }).start();
type Visit = ReturnType<typeof load>;

const compiled = new Map<number, CompiledFunnel>();

export const engines = [
  {
    id: 'funnel machine',
    /** Compiled once for each size; each load gets a copy that nothing is known of yet. */
    prepare(quiz: SharedQuiz): CompiledFunnel {
      const { length } = quiz.steps;
      if (!compiled.has(length)) compiled.set(length, compile(quiz));
      return structuredClone(compiled.get(length)!);
    },
    load,
    /** To the finish or the deadline, each question answered by its next option; gives the number of steps. */
    run(visit: Visit, deadline: number, { steps }: SharedQuiz): number {
      let count = 0;
      for (const { options } of steps) {
        visit.send(eventOn(options, count));
        if ((++count & 15) === 0 && performance.now() > deadline) break;
      }
      return count;
    },
    done: (visit: Visit) => visit.getSnapshot().status === 'done',
  },
];

function eventOn(options: SharedQuiz['steps'][number]['options'], count: number): VisitEvent {
  return options ? { type: 'ANSWER', value: options[count % options.length]!.id } : { type: 'NEXT' };
}

/** By way of YAML, as an author's funnel is compiled. */
function compile({ steps }: SharedQuiz): CompiledFunnel {
  const flow = {
    funnel: 'bench',
    path: '/bench',
    storage_key: 'wizardBench',
    locales: ['en'],
    steps: steps.map(({ id, options }) => ({
      id,
      ...(options
        ? { type: 'single_choice', options: Object.fromEntries(options.map((option) => [option.id, {}])) }
        : { type: 'info' }),
    })),
    outcomes: { only: { else: true, topics: Object.keys(benchTopics.topics) } },
    finish: 'results',
  };
  const words = {
    funnel: { name: 'Bench', description: 'A quiz to measure' },
    steps: Object.fromEntries(
      steps.map(({ id, title, options }) => [
        id,
        { title, ...(options && { options: Object.fromEntries(options.map((each) => [each.id, each.label])) }) },
      ]),
    ),
    outcomes: { only: { title: 'Done', summary: 'Done.', points: ['Done'] } },
  };
  // JSON is YAML.
  const files = [
    { name: 'funnels/bench.yaml', text: JSON.stringify(flow) },
    { name: 'funnels/bench.en.yaml', text: JSON.stringify(words) },
  ];
  const { funnels, problems } = buildFunnels({ colours: palette, files, topics: benchTopics });
  if (!funnels[0]) throw new Error(problems.map(({ message }) => message).join('\n'));
  return funnels[0].funnel;
}
