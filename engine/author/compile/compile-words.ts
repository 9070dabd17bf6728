import { isDeepStrictEqual } from 'node:util';
import {
  siteTexts,
  type FunnelWords,
  type Locale,
  type MarkedText,
  type OptionWords,
  type OutcomeWords,
  type PartOf,
  type Recall,
  type ShownText,
  type StepWords,
  type Testimonial,
  type Text,
  type TopicWords,
  type ValueFormat,
} from '../../model.ts';
import { declaredEndingOf } from '../endings.ts';
import type { Flow, FlowStep } from '../flow.ts';
import { icons } from '../icons.ts';
import { isMapping } from '../../run/variant-words.ts';
import { drawLook, type LookColours } from '../look/draw-look.ts';
import type { TestimonialCatalog } from '../testimonials.ts';
import type { TopicCatalog } from '../topics.ts';
import { parseMarkup } from '../words/markup.ts';
import { type TextsValue, type VariantTexts, withVariants } from '../variant-texts.ts';
import { placesIn } from '../words/words.ts';
import type { OptionWordsValue, OutcomeWordsValue, SiteTextsValue, StepWordsValue, Words } from '../words/words.ts';
import { known } from '../steps/authoring.ts';
import { dimensionsOf } from '../scope.ts';
import { rankedNames } from '../expression/ranked.ts';
import { answerFormat, compileFormat, formatWithoutUnit, formsOf } from '../formats.ts';

/** What funnels show that isn't written in their own words. */
interface Catalogs {
  readonly topics: TopicCatalog;
  readonly testimonials: TestimonialCatalog;
  readonly colours: LookColours;
}

/** The words of one locale, in the flow's order, their recalls cut out. They must have passed every check. */
export function compileWords(flow: Flow, { locale, value, variantTexts }: Words, catalogs: Catalogs): FunnelWords {
  const variantsOf = (experiment: string) => Object.keys(flow.value.experiments?.[experiment]?.variants ?? {});
  const compile = (pick: (texts: VariantTexts) => string | undefined) =>
    compileReading(flow, { locale, value: withVariants(value, variantTexts, pick) }, catalogs);
  const words = compile(({ experiment }) => variantsOf(experiment)[0]);
  if (variantTexts.length === 0) return words;
  const variants = [...new Set(variantTexts.map(({ experiment }) => experiment))].map((experiment) => {
    const others = variantsOf(experiment).slice(1);
    const compiled = others.map((variant) => {
      const { steps, outcomes } = compile((texts) =>
        texts.experiment === experiment ? variant : variantsOf(texts.experiment)[0],
      );
      return [variant, differenceOf({ steps: words.steps, outcomes: words.outcomes }, { steps, outcomes })] as const;
    });
    return [experiment, Object.fromEntries(compiled)] as const;
  });
  return { ...words, rare: true, variants: Object.fromEntries(variants) };
}

function compileReading(
  flow: Flow,
  { locale, value }: Pick<Words, 'locale' | 'value'>,
  catalogs: Catalogs,
): FunnelWords {
  const read = new TextReader(flow, value);
  const steps = flow.steps.map((step) => {
    const words = compileStepWords(known(value.steps?.[known(step.id)]), step, read);
    const said = step.value.testimonials?.map((id) => testimonialOf(catalogs.testimonials, known(id), locale));
    return [known(step.id), { ...words, ...(said && { testimonials: said }) }] as const;
  });
  const outcomes = Object.keys(flow.value.outcomes ?? {}).map(
    (id) =>
      [
        id,
        {
          ...compileOutcomeWords(known(value.outcomes?.[id]), value.site ?? {}, read),
          ...ownEnding(flow, id, locale),
        },
      ] as const,
  );
  return {
    locale,
    look: drawLook(catalogs.colours, flow.value.look),
    name: plainText(known(value.funnel?.name)),
    description: plainText(known(value.funnel?.description)),
    steps: Object.fromEntries(steps),
    outcomes: Object.fromEntries(outcomes),
    dimensions: plainTexts(value.dimensions ?? {}),
    ...pointsOf(flow),
    topics: topicsOf(flow, locale, catalogs.topics),
    ...(read.hasRareFormats && { rare: true as const }),
  };
}

/** The entries that are others, in mappings in mappings. */
function differenceOf<Value extends object>(value: Value, other: Value): PartOf<Value> {
  const entries = Object.entries(other).flatMap(([key, text]: [string, unknown]) => {
    const present: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (isDeepStrictEqual(present, text)) return [];
    return [[key, isMapping(text) && isMapping(present) ? differenceOf(present, text) : text]];
  });
  return Object.fromEntries(entries) as PartOf<Value>;
}

function testimonialOf({ testimonials }: TestimonialCatalog, id: string, locale: Locale): Testimonial {
  const { name, words } = known(testimonials[id]);
  return { name, ...known(words[locale]) };
}

function compileStepWords(words: StepWordsValue, step: FlowStep, read: TextReader): StepWords {
  const { title, subtitle, body, button, options, placeholder, consent, lowest, highest, lines } = words;
  const { check, chart, labels, alt, ended } = words;
  return {
    title: read.text(known(title)),
    ...(subtitle !== undefined && { subtitle: read.markedText(subtitle) }),
    ...(body !== undefined && { body: read.markedTexts(body) }),
    ...(button !== undefined && { button: read.text(button) }),
    ...(options !== undefined && { options: compileOptionWords(options, step) }),
    ...(placeholder !== undefined && { placeholder: plainText(placeholder) }),
    ...(consent !== undefined && { consent: parseMarkup(consent.trim()).text as ShownText }),
    ...(check !== undefined && { check: read.text(check) }),
    ...(lowest !== undefined && { lowest: plainText(lowest) }),
    ...(highest !== undefined && { highest: plainText(highest) }),
    ...(lines !== undefined && { lines: read.texts(lines) }),
    ...(chart !== undefined && { chart: read.text(chart) }),
    ...(labels !== undefined && { labels: read.texts(labels) }),
    ...(alt !== undefined && { alt: read.text(alt) }),
    ...(ended !== undefined && { ended: read.text(ended) }),
    ...(step.value.picture !== undefined && { picture: addressOf(step.value.picture) }),
  };
}

/** A label alone is a text; a drawing is put in for the name of an icon, an address for that of a picture. */
function compileOptionWords(
  options: Readonly<Record<string, OptionWordsValue>>,
  { value }: FlowStep,
): Readonly<Record<string, string | OptionWords>> {
  const compiled = Object.entries(options).map(([key, written]) => {
    const words = typeof written === 'string' ? plainText(written) : withWriteIn(plainTexts(written));
    const { icon, picture } = value.options?.[key] ?? {};
    if (icon === undefined && picture === undefined) return [key, words];
    const { alt = '', ...texts } = typeof words === 'string' ? { label: words } : words;
    const drawn = { ...texts, ...(icon && { icon: icons[icon] }) };
    return [
      key,
      {
        ...drawn,
        ...(picture !== undefined && { picture: { src: addressOf(picture), alt, loading: 'lazy' as const } }),
      },
    ];
  });
  return Object.fromEntries(compiled) as Readonly<Record<string, string | OptionWords>>;
}

const withWriteIn = ({ write_in: writeIn, ...texts }: Exclude<OptionWordsValue, string>) => ({
  ...texts,
  ...(writeIn !== undefined && { writeIn }),
});

/** A text that can't have marks or recalls: only a sign after `\\` is written as itself. */
const plainText = (text: string) => parseMarkup(text).text as string;

const plainTexts = <Texts extends object>(texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, plainText(text as string)])) as Texts;

const trimmed = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim()]));

const addressOf = (picture: string) => `/pictures/${picture}`;

function compileOutcomeWords(words: OutcomeWordsValue, site: SiteTextsValue, read: TextReader): OutcomeWords {
  const { title, summary, meaning, points, goal } = words;
  const own = siteTexts.flatMap((key) => {
    const text = words[key] ?? site[key];
    if (text === undefined) return [];
    return [[key, placesIn[key] ? text.trim() : read.markedText(text)] as const]; // the page fills its places in
  });
  return {
    title: read.text(known(title)),
    summary: read.markedText(known(summary)),
    ...(meaning !== undefined && { meaning: read.markedTexts(meaning) }),
    ...(points !== undefined && { points: read.markedTexts(points) }),
    ...(goal !== undefined && { goal: read.text(goal) }),
    ...(own.length > 0 && { site: Object.fromEntries(own) }),
  };
}

/** Cuts the recalls out of texts, variables and plural forms with how they are written. */
class TextReader {
  readonly #flow: Flow;
  readonly #variables: ReadonlySet<string>;
  readonly #labels: Readonly<Record<string, string>>;
  /** Of each variable that is one of several texts. */
  readonly #texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether a text read so far has a rare format. */
  hasRareFormats = false;

  constructor(flow: Flow, { dimensions = {}, variables = {} }: Words['value']) {
    this.#flow = flow;
    this.#labels = plainTexts(dimensions);
    this.#texts = variables;
    this.#variables = new Set([...dimensionsOf(flow), ...Object.keys(flow.value.variables ?? {})]);
  }

  text(text: string): Text {
    return this.#withFormats(parseMarkup(text.trim()).text as Text);
  }

  texts(texts: TextsValue): readonly Text[] {
    return listOf(texts).map((text) => this.text(text));
  }

  markedText(text: string): MarkedText {
    return this.#markedWithFormats(parseMarkup(text.trim()).text);
  }

  markedTexts(texts: TextsValue): readonly MarkedText[] {
    return listOf(texts).map((text) => this.markedText(text));
  }

  #markedWithFormats(text: MarkedText): MarkedText {
    if (typeof text === 'string' || !('tag' in text)) return this.#withFormats(text);
    return { ...text, parts: text.parts.map((part) => this.#markedWithFormats(part)) };
  }

  #withFormats(text: Text): Text {
    return typeof text === 'string'
      ? text
      : text.map((piece) => (typeof piece === 'string' ? piece : this.#recall(piece)));
  }

  #recall(piece: Recall): Recall {
    const format = this.#formatOf(piece);
    if (format?.rare) this.hasRareFormats = true;
    return format ? { ...piece, format } : piece;
  }

  /** How it is written; nothing where an answer is said in the words of its question. */
  #formatOf(piece: Recall): ValueFormat | undefined {
    const { recall } = piece;
    const forms = formsOf(piece);
    const { stepsByField, value } = this.#flow;
    const isAnswer = stepsByField.has(recall) || !this.#variables.has(recall);
    const variable = isAnswer ? undefined : value.variables?.[recall];
    if (forms) {
      const number = isAnswer ? answerFormat : formatWithoutUnit(variable?.format);
      return { ...number, rare: { kind: 'plural', forms: plainTexts(forms) } };
    }
    if (isAnswer) return undefined;
    if (variable?.text) return { rare: { kind: 'labels', labels: trimmed(plainTexts(known(this.#texts[recall]))) } };
    const ranked = rankedNames(variable?.value);
    if (!ranked) return compileFormat(variable?.format);
    const labels = Object.fromEntries(ranked.map((name) => [name, known(this.#labels[name])]));
    return { rare: { kind: 'labels', labels } };
  }
}

/** An address that isn't that of the first locale. */
function ownEnding({ value }: Flow, id: string, locale: string): Pick<OutcomeWords, 'ending'> {
  const ending = declaredEndingOf(value, id, locale);
  return ending === declaredEndingOf(value, id) ? {} : { ending };
}

function pointsOf({ value }: Flow): Pick<FunnelWords, 'points'> {
  const shown = Object.values(value.variables ?? {}).filter(({ show }) => show !== undefined);
  if (shown.length === 0) return {};
  return { points: Object.fromEntries(shown.map(({ sum, format }) => [known(sum), compileFormat(format)])) };
}

function listOf(texts: TextsValue): readonly string[] {
  return (typeof texts === 'string' ? [texts] : texts).map(known);
}

function topicsOf(flow: Flow, locale: string, catalog: TopicCatalog): Readonly<Record<string, TopicWords>> {
  const ids = Object.values(flow.value.outcomes ?? {}).flatMap(({ topics = [] }) => topics.map(known));
  return Object.fromEntries([...new Set(ids)].map((id) => [id, known(catalog.topics[id]?.[locale])]));
}
