import type { FunnelWords, MarkedText, OutcomeWords, StepWords, Text, TopicWords } from '../../model.ts';
import type { Flow } from '../flow.ts';
import type { TopicCatalog } from '../topics.ts';
import { parseMarkup } from '../words/markup.ts';
import { parseText } from '../words/words.ts';
import type { OptionWordsValue, OutcomeWordsValue, StepWordsValue, TextsValue, Words } from '../words/words.ts';
import { known } from '../steps/authoring.ts';

/** The words of one locale, in the flow's order, their recalls cut out. They must have passed every check. */
export function compileWords(flow: Flow, { locale, value }: Words, topics: TopicCatalog): FunnelWords {
  const steps = flow.steps.map(({ id }) => [known(id), compileStepWords(known(value.steps?.[known(id)]))] as const);
  const outcomes = Object.keys(flow.value.outcomes ?? {}).map(
    (id) => [id, compileOutcomeWords(known(value.outcomes?.[id]))] as const,
  );
  return {
    locale,
    name: known(value.funnel?.name),
    description: known(value.funnel?.description),
    steps: Object.fromEntries(steps),
    outcomes: Object.fromEntries(outcomes),
    dimensions: value.dimensions ?? {},
    topics: topicsOf(flow, locale, topics),
  };
}

function compileStepWords(words: StepWordsValue): StepWords {
  const { title, subtitle, body, button, options, placeholder, lowest, highest, lines } = words;
  return {
    title: textOf(known(title)),
    ...(subtitle !== undefined && { subtitle: markedText(subtitle) }),
    ...(body !== undefined && { body: markedTexts(body) }),
    ...(button !== undefined && { button: textOf(button) }),
    ...(options !== undefined && { options: options as Readonly<Record<string, Compiled<OptionWordsValue>>> }),
    ...(placeholder !== undefined && { placeholder }),
    ...(lowest !== undefined && { lowest }),
    ...(highest !== undefined && { highest }),
    ...(lines !== undefined && { lines: textsOf(lines) }),
  };
}

type Compiled<Option> = Option extends string ? string : { readonly label: string; readonly note: string };

function compileOutcomeWords({ title, summary, meaning, points, goal }: OutcomeWordsValue): OutcomeWords {
  return {
    title: textOf(known(title)),
    summary: markedText(known(summary)),
    ...(meaning !== undefined && { meaning: markedTexts(meaning) }),
    points: markedTexts(known(points)),
    ...(goal !== undefined && { goal: textOf(goal) }),
  };
}

function textOf(text: string): Text {
  return parseText(text.trim()).text;
}

function markedText(text: string): MarkedText {
  return parseMarkup(text.trim()).text;
}

function textsOf(texts: TextsValue): readonly Text[] {
  return listOf(texts).map(textOf);
}

function markedTexts(texts: TextsValue): readonly MarkedText[] {
  return listOf(texts).map(markedText);
}

function listOf(texts: TextsValue): readonly string[] {
  return (typeof texts === 'string' ? [texts] : texts).map(known);
}

function topicsOf(flow: Flow, locale: string, catalog: TopicCatalog): Readonly<Record<string, TopicWords>> {
  const ids = Object.values(flow.value.outcomes ?? {}).flatMap(({ topics = [] }) => topics.map(known));
  return Object.fromEntries([...new Set(ids)].map((id) => [id, known(catalog.topics[id]?.[locale])]));
}
