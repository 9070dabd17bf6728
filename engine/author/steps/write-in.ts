import type { Answer, CompiledStep, WriteIn } from '../../model.ts';
import { withWords } from '../../run/write-in.ts';
import type { FlowStep } from '../flow.ts';
import { lose, type AnswerByChance, type Limit } from './authoring.ts';

/** The most characters that visitors can write in, where the author doesn't say. */
const defaultMaxLength = 100;

/** Of a question with options: the one that visitors write in themselves. */
export function writeInOf({ options }: FlowStep): { readonly writeIn?: WriteIn } {
  const option = options.find(({ value }) => value.write_in === true);
  return option ? { writeIn: { key: option.key, maxLength: option.value.max_length ?? defaultMaxLength } } : {};
}

/** An answer with these words where the option to write in is chosen. */
function withAll(answer: Answer, writeIn: WriteIn, words: string): Answer {
  const write = (chosen: string) => (chosen === writeIn.key ? withWords(chosen, words) : chosen);
  if (typeof answer === 'number') return answer;
  return typeof answer === 'string' ? write(answer) : answer.map(write);
}

/** What simulated visitors write in: with signs that HTML, lists and stored answers know. */
const someWords = ['A podcast', 'mi tía, de Ávila', 'the radio: “Night & day”', '<b>a book</b>', 'צוות'];

/** The same answers, with words written in where they are asked for. */
export function writtenByChance({ writeIn }: CompiledStep, draw: AnswerByChance): AnswerByChance {
  if (!writeIn) return draw;
  return (random) => {
    const answer = draw(random);
    if (answer === undefined || ![answer].flat().includes(writeIn.key)) return answer;
    const words = someWords[random.below(someWords.length)]!;
    return withAll(answer, writeIn, words.slice(0, writeIn.maxLength).trim());
  };
}

/** The answers, and such of them with words that the successor can find too long. */
export function* writtenAgainst(
  { writeIn }: CompiledStep,
  successor: CompiledStep | undefined,
  answers: Iterable<Answer>,
): Iterable<Answer> {
  for (const answer of answers) {
    yield answer;
    if (!writeIn || ![answer].flat().includes(writeIn.key)) continue;
    const lengths = [writeIn.maxLength, Math.min(writeIn.maxLength, successor?.writeIn?.maxLength ?? Infinity)];
    for (const length of new Set(lengths)) yield withAll(answer, writeIn, 'a'.repeat(length));
  }
}

/** Why words that an earlier version took no longer fit. */
export function explainTooLong({ writeIn }: CompiledStep): Limit {
  const { key, maxLength } = writeIn!;
  const path = ['options', key];
  return { keys: [[...path, 'max_length'], path], cause: `more than ${maxLength} characters at “${key}” ${lose}.` };
}
