import type { Path } from '../../problem.ts';
import { didYouMean } from '../did-you-mean.ts';
import { type Finding, listed } from '../finding.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { choosesSeveral, eachName, maxEach, optionsOfEach } from '../for-each.ts';
import { dimensionsOf } from '../scope.ts';
import { questionOf, stepTypes } from '../steps/index.ts';
import { keyOfExperiment } from '../variant-texts.ts';
import type { Words } from '../words/words.ts';
import type { FlowRule, WordsRule } from './rule.ts';

type Mistake = Omit<Finding, 'in' | 'code'> & { readonly code?: Finding['code'] };

/** A step with `for_each` is for options of a question above, has what can be several times, and ids of its own. */
export const forEach: FlowRule = function* ({ flow, writtenOut, misspelt }) {
  const repeated = flow.steps.filter(({ value }) => value.for_each !== undefined);
  for (const step of repeated) {
    const isRenamed = misspelt.steps.has(step.value.for_each!);
    const mistakes = [
      ...(isRenamed ? [] : checkQuestion(flow, step)),
      ...checkKeys(step),
      ...checkNames(flow, writtenOut, step),
    ];
    for (const mistake of mistakes) yield { in: flow.document, code: 'for_each_misfit', ...mistake };
  }
};

function* checkQuestion(flow: Flow, step: FlowStep): Iterable<Mistake> {
  const field = step.value.for_each!;
  const path = [...step.path, 'for_each'];
  const asking = flow.stepsByField.get(field);
  if (!asking) {
    const fitting = flow.steps.filter((each) => each.index < step.index && choosesSeveral(each));
    const guess = didYouMean(
      field,
      fitting.flatMap((each) => each.field ?? []),
    );
    const known =
      fitting.length > 0 ? { hint: `There is ${listed(fitting.map((each) => each.field ?? '').slice(0, 3))}.` } : {};
    if (flow.complete.names)
      yield {
        path,
        code: 'unknown_name',
        message: `There is no question with the answer "${field}".`,
        ...known,
        ...guess,
      };
    return;
  }
  const related = [{ in: flow.document, path: [...asking.path, 'id'], note: `"${field}" is asked here.` }];
  if (!asking.sound) return;
  if (!choosesSeveral(asking)) {
    const several = stepTypes.filter((type) => questionOf(type)?.chooses === 'several' && !questionOf(type)?.groups);
    const message = `The answer "${field}" is not several options, of which each could have its step.`;
    yield { path, message, hint: `for_each is for the options of a ${several.join(' or ')}.`, related };
  } else if (asking.index >= step.index) {
    const hint = `Ask "${field}" above this step.`;
    yield { path, message: `"${field}" is asked only later.`, hint, related };
  } else yield* checkCount(flow, step, path);
}

function* checkCount(flow: Flow, step: FlowStep, path: Path): Iterable<Mistake> {
  const count = optionsOfEach(flow, step)?.length;
  const field = step.value.for_each!;
  if (count === 0) {
    const hint = 'Options with exclusive: true have none: nobody chooses them with others.';
    yield { path, message: `"${field}" has no option that this step could be for.`, hint };
  }
  if (count !== undefined && count > maxEach) {
    const message = `"${field}" has ${count} options, and a step can be for at most ${maxEach}.`;
    yield { path, code: 'too_many', message, hint: 'Ask about fewer of them.' };
  }
}

/** A goal is passed once, a lead is one, a check names one answer, and an option leads on from one step. */
function* checkKeys({ value, path, options }: FlowStep): Iterable<Mistake> {
  const reasons = {
    goal: [
      'No visit passes a goal twice, and it can pass this step for several options.',
      'Give the goal to the step below.',
    ],
    check: [
      'A check names the answer that it is for, and this step has several.',
      'Limit the answers with min and max.',
    ],
    lead: [
      'A visitor is one lead, and would be asked for it for several options.',
      'Ask for it in a step without for_each.',
    ],
  } as const;
  for (const key of ['goal', 'check', 'lead'] as const) {
    if (value[key] === undefined || value[key] === false) continue;
    const [message, hint] = reasons[key];
    yield { path: [...path, key], target: 'key', message, hint };
  }
  for (const { path: at, value: option } of options) {
    if (option.next === undefined) continue;
    const message = "An option of a step with for_each can't lead past the steps for the others.";
    yield { path: [...at, 'next'], message, hint: 'Write next on the step: it leads on from the last of them.' };
  }
}

/** What the step is called for each option is the name of nothing else. */
function* checkNames(flow: Flow, writtenOut: Flow, step: FlowStep): Iterable<Mistake> {
  const variables = new Set([...Object.keys(flow.value.variables ?? {}), ...dimensionsOf(flow)]);
  for (const { id, field, writtenOut: made } of writtenOut.steps) {
    if (made?.from !== step) continue;
    const other = writtenOut.steps.find(
      (each) =>
        (each.writtenOut === undefined || each.writtenOut.from.index < step.index) &&
        (each.id === id || (field !== undefined && each.field === field)),
    );
    const isVariable = field !== undefined && variables.has(field);
    if (!other && !isVariable) continue;
    const name = isVariable && !other ? field : id;
    const message = `For the option "${made.option}" this step is called "${name}", and so is something else.`;
    const place = other && (other.writtenOut?.from ?? other).path;
    yield {
      path: [...step.path, 'id'],
      code: 'name_twice',
      message,
      hint: 'Rename one of the two.',
      ...(place && { related: [{ in: flow.document, path: [...place, 'id'], note: 'The other one.' }] }),
    };
    return;
  }
}

/** The words of a step with `for_each` say which option it is about, and that is the same for all visitors. */
export const eachSaid: WordsRule = function* ({ flow, words }) {
  for (const step of flow.steps.filter(({ value }) => value.for_each !== undefined)) {
    for (const locale of words) {
      yield* whereUnsaid(step, locale);
      yield* whereByVariant(flow, step, locale);
    }
  }
};

function* whereUnsaid({ id = '' }: FlowStep, { document, locale, value, texts, isSound }: Words): Iterable<Finding> {
  const own = texts.filter(({ path }) => path[0] === 'steps' && path[1] === id);
  const isSaid = own.some(({ parsed }) => parsed.problem || parsed.recalls.some(({ recall }) => recall === eachName));
  if (isSaid || !isSound('steps', id) || value.steps?.[id] === undefined) return;
  yield {
    in: document,
    path: ['steps', id],
    target: 'key',
    code: 'each_missing',
    message: `Nobody reads in ${locale} which option "${id}" is about: its words are the same for all.`,
    hint: 'Write {{each}} where the words of the option belong.',
  };
}

/** An option that is said by `{{each}}` has one text for all visitors. */
function* whereByVariant(flow: Flow, step: FlowStep, { document, value, variantTexts }: Words): Iterable<Finding> {
  const asking = flow.stepsByField.get(step.value.for_each ?? '');
  const options = optionsOfEach(flow, step) ?? [];
  for (const { path, experiment } of variantTexts) {
    const [section, id, , key, part] = path;
    if (section !== 'steps' || id !== asking?.id || !options.some((option) => option.key === key)) continue;
    const words = value.steps?.[String(id)]?.options?.[String(key)];
    const isSaid = typeof words !== 'object' || part === (words.recall === undefined ? 'label' : 'recall');
    if (!isSaid) continue;
    yield {
      in: document,
      path: [...path, keyOfExperiment(experiment)],
      target: 'key',
      code: 'variant_texts',
      message: `"${step.id}" says this text for {{each}}, and it is then the same for all visitors.`,
      hint: 'Write { label: …, recall: … }, where recall is one text for all.',
      related: [{ in: flow.document, path: [...step.path, 'for_each'], note: `"${step.id}" is for each option.` }],
    };
  }
}
