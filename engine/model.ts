/**
 * A type for every stage of a funnel.
 *
 *   author:  YAML text → FunnelDocument → FunnelSource (valid) → CompiledFunnel + FunnelWords
 *   visit:   CompiledFunnel → machine → Screen → React
 *
 * Everything from `CompiledFunnel` on is plain JSON and is all that the browser and the server ever see.
 */

/** Units of a number step; the browser writes them in the visitor's language ("7 hours", "7 horas"). */
export const numberUnits = [
  'years',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'kilograms',
  'pounds',
  'centimeters',
  'percent',
] as const;
export type NumberUnit = (typeof numberUnits)[number];

/** Units between which visitors can switch; answers are stored in the step's own unit. */
export const switchUnits = ['kilograms', 'pounds', 'centimeters', 'feet_and_inches'] as const;
export type SwitchUnit = (typeof switchUnits)[number];

/** A BCP 47 language such as `en` or `es`. */
export type Locale = string;

/**
 * The languages of the site, the default one first. Add one at the end, for audio addresses hold its place in this list:
 * `docs/guide/add-a-locale.md`.
 */
export const siteLocales = ['en', 'es'] as const;
export type SiteLocale = (typeof siteLocales)[number];

export function isSiteLocale(value: unknown): value is SiteLocale {
  return siteLocales.some((locale) => locale === value);
}

/** The locale as `lang`, Intl and OpenGraph name it: the default one is `en-US` there (specification, section 1). */
export const languageTag = (locale: Locale): string => (locale === 'en' ? 'en-US' : locale);

/** The locale that is named so. */
export const localeOf = (tag: string): Locale => (tag === 'en-US' ? 'en' : tag);

// ── Expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

export type UnaryOperator = 'not' | '-';
export type BinaryOperator =
  '==' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | 'in' | 'has' | '+' | '-' | '*' | '/' | '^';
export type FunctionName =
  'min' | 'max' | 'abs' | 'round' | 'floor' | 'ceil' | 'count' | 'answered' | 'if' | 'default' | RareFunction;
/**
 * Those whose code browsers load only for funnels that need it. `years_since` takes two days: since when, and until;
 * `contains` a text, and what is looked for in it, folded.
 */
export type RareFunction = 'years_since' | 'contains';

/** A closed tree: the whole language of conditions and values. It is total: every tree has a value for every visit. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  /** Of a rank, `field.option` is the place of an option. */
  | { readonly kind: 'answer'; readonly field: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'variant'; readonly experiment: string }
  | { readonly kind: 'query'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly arguments: readonly Expression[] };

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A chosen option key, several of them (in the funnel's order; of a rank in the visitor's), a number, a text, a day as
 * `YYYY-MM-DD`, or a time of day as `HH:MM`. Behind the key of an option that visitors write in themselves stands a colon
 * and what they wrote: `other:A podcast`.
 */
export type Answer = string | number | readonly string[];
/** What a visitor answered, by field: what is saved under the funnel's storage key. */
export type Answers = Readonly<Record<string, Answer>>;

// ── CompiledFunnel: the flow, without words ────────────────────────────────────────────────────────────────────────

/** Where a step leads: the first edge whose condition holds. The last edge has no condition. `null` is the finish. */
export interface Edge {
  /** A name in `CompiledFunnel.conditions`. */
  readonly when?: string;
  /** Id of the step, always a later one in the file. */
  readonly to: string | null;
}

export interface CompiledOption {
  readonly key: string;
  /** Points for each dimension in `CompiledFunnel.dimensions`, by its name. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Chosen alone: picking it clears the others (multiple choice). */
  readonly exclusive?: boolean;
  /** Keeps its place where the others are shuffled. */
  readonly fixed?: true;
  /** Keys under which this option was stored in earlier versions. */
  readonly renamedFrom?: readonly string[];
}

/** An option that visitors write in themselves: its key, and the most characters that they can write. */
export interface WriteIn {
  readonly key: string;
  readonly maxLength: number;
}

interface StepBase {
  readonly id: string;
  /** Whether passing the step adds to the answered-questions counter (specification, section 4). */
  readonly counts: boolean;
  /** Reported when the step is left forwards. */
  readonly goal?: string;
  /** A name in `conditions`; the step is skipped (to the next in the file) for those it is false for. */
  readonly showIf?: string;
  /** Of a question, a name in `conditions`: what has to be true with an answer for it to be taken. */
  readonly check?: string;
  /** Of a question, by option: a name in `conditions`; the option is there only for those it is true for. */
  readonly offeredIf?: Readonly<Record<string, string>>;
  /** The block that it stands in, whose steps come in an order of the visitor's own. */
  readonly block?: string;
  /** Of a question with options: the one that visitors write in themselves. */
  readonly writeIn?: WriteIn;
  /** Of a question that most often has to be answered: that it can be passed without an answer. */
  readonly optional?: true;
  readonly next: readonly Edge[];
  /** The fewest and the most steps that can still be shown after this one. */
  readonly fewest: number;
  readonly most: number;
  readonly renamedFrom?: readonly string[];
  /** Stands on the screen of the group above, as one of its fields. */
  readonly inGroup?: true;
  /** Of a group: how many of the steps right below it stand on its screen. */
  readonly fields?: number;
}

export interface IntroStep extends StepBase {
  readonly type: 'intro';
  /** Whether the site's praise stands below the words; default: true. */
  readonly praise?: false;
}
export interface InfoStep extends StepBase {
  readonly type: 'info';
}
/**
 * What an `info` is compiled to that shows more than its words: browsers load its code only for funnels that have one.
 */
export interface DisplayStep extends StepBase {
  readonly type: 'display';
  readonly chart?: CompiledChart;
  /** How long its timer runs, in seconds. */
  readonly timer?: number;
}
/** A drawing of numbers: a line from the first to the second, a gauge of the only one, or a bar for each. */
export interface CompiledChart {
  readonly kind: 'line' | 'gauge' | 'bars';
  readonly values: readonly Expression[];
  readonly format: ValueFormat;
  /** Of a gauge: where it begins, and where each of its bands ends; the next one begins there. */
  readonly scale?: readonly number[];
}
/** Several questions on one screen: the steps right below it, of which a visitor sees none alone. */
export interface GroupStep extends StepBase {
  readonly type: 'group';
  readonly fields: number;
}
export interface LoaderStep extends StepBase {
  readonly type: 'loader';
  readonly seconds: number;
}
/** Options in an order by chance: another one for every visitor, the same one whenever they come. */
interface Shuffled {
  readonly shuffle?: true;
}
export interface SingleChoiceStep extends StepBase, Shuffled {
  readonly type: 'single_choice';
  readonly field: string;
  readonly options: readonly CompiledOption[];
}
/** As a single choice, with a list that is long enough to be searched. */
export interface SelectStep extends StepBase {
  readonly type: 'select';
  readonly field: string;
  readonly options: readonly CompiledOption[];
}
export interface MultipleChoiceStep extends StepBase, Shuffled {
  readonly type: 'multiple_choice';
  readonly field: string;
  readonly options: readonly CompiledOption[];
  readonly choose: { readonly min: number; readonly max: number };
}
export interface NumberStep extends StepBase {
  readonly type: 'number';
  readonly field: string;
  readonly input: 'field' | 'slider' | 'scale';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: NumberUnit;
  /** The units to choose from, where there are several, and the one that is chosen at first for every visitor. */
  readonly units?: readonly SwitchUnit[];
  readonly firstUnit?: SwitchUnit;
}
/** Of a question: the hidden field whose value it begins with. */
interface Prefilled {
  readonly prefill?: string;
}
export interface TextStep extends StepBase, Prefilled {
  readonly type: 'text';
  readonly field: string;
  readonly required: boolean;
  readonly maxLength: number;
  /** What conditions look for in it, folded. Our own events carry those that were found instead of the text. */
  readonly searched?: readonly string[];
}
export interface EmailStep extends StepBase, Prefilled {
  readonly type: 'email';
  readonly field: string;
  readonly required: boolean;
  readonly lead?: LeadTerms;
}
export interface PhoneStep extends StepBase {
  readonly type: 'phone';
  readonly field: string;
  readonly required: boolean;
  /** Of numbers that are typed without one. */
  readonly countryCode?: number;
  readonly lead?: LeadTerms;
}
/** A box to tick: `yes` or `no`. */
export interface ConsentStep extends StepBase {
  readonly type: 'consent';
  readonly field: string;
  /** Whether only `yes` leads on. */
  readonly required: boolean;
  readonly options: readonly CompiledOption[];
}
/** Several statements on one scale: an answer is one cell of each row that is answered, in the order of the rows. */
export interface MatrixStep extends StepBase {
  readonly type: 'matrix';
  readonly field: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** That each row may be left out. */
  readonly required?: false;
  /** The cells, row by row: `row.column`. */
  readonly options: readonly CompiledOption[];
}
/** Options to put into an order: an answer is all of their keys, the visitor's first one first. */
export interface RankStep extends StepBase, Shuffled {
  readonly type: 'rank';
  readonly field: string;
  readonly options: readonly CompiledOption[];
}
/** The answer is a lead: it is sent to the server at once, with the answers to these fields. */
export type LeadTerms = readonly string[];
/** A day of the calendar, `YYYY-MM-DD`, or a number of days from the visitor's today: 0 is today, -7 a week ago. */
export type DayLimit = string | number;
/** The first day that is not yet so many calendar years ago. */
export interface YearsAgo {
  readonly years: number;
}
export interface DateStep extends StepBase {
  readonly type: 'date';
  readonly field: string;
  readonly min: DayLimit;
  readonly max: DayLimit;
  /**
   * The first days of the periods that conditions distinguish, besides `min`. Our own events carry the first day of the
   * answer's period instead of the answer: visits replay the same way, and the day itself stays in the browser.
   */
  readonly periods?: readonly (DayLimit | YearsAgo)[];
  /** As in `CompiledFunnel`. */
  readonly builtOn: string;
}
export interface TimeStep extends StepBase {
  readonly type: 'time';
  readonly field: string;
  /** `HH:MM`. Where `min` is later than `max`, the range goes over midnight. */
  readonly min: string;
  readonly max: string;
}
export type QuestionStep =
  | SingleChoiceStep
  | SelectStep
  | MultipleChoiceStep
  | NumberStep
  | TextStep
  | EmailStep
  | PhoneStep
  | ConsentStep
  | MatrixStep
  | RankStep
  | DateStep
  | TimeStep;
export type CompiledStep = IntroStep | InfoStep | DisplayStep | GroupStep | LoaderStep | QuestionStep;
export type StepType = CompiledStep['type'];
export type QuestionType = QuestionStep['type'];

/** A named number: the sum of the scores of all chosen options on one dimension, or an expression's value. */
export type CompiledVariable =
  | { readonly name: string; readonly kind: 'sum'; readonly dimension: string }
  | { readonly name: string; readonly kind: 'value'; readonly value: Expression };

/** Scores add up by dimension. A plain `score: 2` adds to the dimension `score`. */
export interface Dimension {
  readonly name: string;
  /** The lowest and highest total that any visit can reach. */
  readonly least: number;
  readonly most: number;
}

export interface CompiledExperiment {
  readonly name: string;
  readonly variants: readonly CompiledVariant[];
  /** The steps and the outcomes, by their ids, of which some text depends on the variant. */
  readonly texts?: { readonly steps: readonly string[]; readonly outcomes: readonly string[] };
}

export interface CompiledVariant {
  readonly name: string;
  readonly weight: number;
  /** Names of what its visitors can buy (`content/plans.yaml`), in order; without it all plans at their usual prices. */
  readonly plans?: readonly string[];
}

/** Parts of the pages of result and plan that an outcome can go without. */
export type HiddenPart = 'satisfaction' | 'facts' | 'guarantee' | 'questions' | 'profile_note';

export interface CompiledOutcome {
  readonly id: string;
  /** A name in `conditions`; the last outcome has none. */
  readonly when?: string;
  readonly topics: readonly string[];
  /** As in `Result`; without it: `plan` where there are topics, otherwise `message`. */
  readonly ending?: string;
  readonly hides?: readonly HiddenPart[];
}

/** A query parameter of the landing page's address that texts say, or fields begin with. */
export interface AddressValue {
  /** The most characters of a value that is read. Without it nothing reads it, and no browser keeps it. */
  readonly maxLength?: number;
  /** It never leaves the browser but as an answer, and is taken out of the address. */
  readonly personal?: true;
}

export interface CompiledFunnel {
  readonly id: string;
  /** The route, such as `/sleep-issues`. */
  readonly path: string;
  /** The localStorage entry of finished answers (specification, section 3), such as `wizardSleepIssues`. */
  readonly storageKey: string;
  /** Hash of everything else in here: two equal versions behave alike. 16 hexadecimal digits. */
  readonly version: string;
  readonly locales: readonly Locale[];
  readonly goals: { readonly start?: string; readonly finish?: string };
  /** Query parameters of the landing page's address that conditions may read, and that reports and leads say. */
  readonly hiddenFields: readonly string[];
  /** Query parameters that are personal, or that texts say or fields begin with. */
  readonly address?: Readonly<Record<string, AddressValue>>;
  readonly experiments: readonly CompiledExperiment[];
  readonly dimensions: readonly Dimension[];
  readonly variables: readonly CompiledVariable[];
  /** Conditions by name; the name is the condition as the author wrote it, so that a chart can be read. */
  readonly conditions: Readonly<Record<string, Expression>>;
  readonly steps: readonly CompiledStep[];
  readonly outcomes: readonly CompiledOutcome[];
  /** The route that follows. */
  readonly finish: 'results';
  /**
   * The day that the funnel was built and checked on, only where it asks for dates or speaks of today: the today of
   * visits that say none. Not part of the version.
   */
  readonly builtOn?: string;
  /** Visits that began on another version start over, instead of going on as far as their answers carry. */
  readonly restart?: true;
}

// ── Words of one locale ────────────────────────────────────────────────────────────────────────────────────────────

/**
 * An answer or a variable in the middle of a text: `{{field}}`, or `{{field|what to say when there is none}}`. Or a value
 * of the landing page's address, `{{query.name|…}}`, which always says that.
 */
export interface Recall {
  readonly recall: string;
  readonly fallback?: string;
  /** How it is written, where it is a variable or has plural forms. */
  readonly format?: ValueFormat;
}
/** How a number is written in every language. */
export type ValueFormat = Intl.NumberFormatOptions & {
  /** What is written behind it. */
  readonly suffix?: string;
  /** What is written instead of the number, by code that only funnels with such texts load. */
  readonly rare?: RareFormat;
};
/** What is written of a value that few funnels have. */
export type RareFormat =
  | { readonly kind: 'day'; readonly dateStyle: NonNullable<Intl.DateTimeFormatOptions['dateStyle']> }
  /** Of the name of a dimension: what each is called. */
  | { readonly kind: 'labels'; readonly labels: Readonly<Record<string, string>> }
  /** A text for each plural form and for single numbers (`=0`); `#` is the number. */
  | { readonly kind: 'plural'; readonly forms: PluralForms };
export type PluralForms = Readonly<Record<string, string>>;
/** A text; in pieces where it recalls answers. */
export type Text = string | readonly (string | Recall)[];

/** Emphasis or a link, as the element that shows it; `span` is a whole text that has some. */
export interface MarkOf<Part> {
  readonly tag: 'span' | 'em' | 'strong' | 'a';
  /** Where a link leads: `tel:`, `mailto:`, or an address that the site allows. */
  readonly href?: string;
  readonly parts: readonly Part[];
}
export type Mark = MarkOf<MarkedText>;
/** A text that may have emphasis and links. */
export type MarkedText = Text | Mark;
/** The same with the answers put in. */
export type ShownText = string | MarkOf<ShownText>;

export interface OptionWords {
  readonly label: string;
  /** A smaller second line. */
  readonly note?: string;
  /** How texts that recall it say it; otherwise they say its label. */
  readonly recall?: string;
  /** The lines of its icon, as the `d` of an SVG path on 24 units. */
  readonly icon?: string;
  readonly picture?: Picture;
  /** Of an option that visitors write in themselves: the label of the field, instead of the site's own. */
  readonly writeIn?: string;
  readonly placeholder?: string;
}
/** As an image has it; `alt` says what it shows beyond the words, or is empty. */
export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly loading: 'lazy';
}

export interface StepWords {
  readonly title: Text;
  readonly subtitle?: MarkedText;
  /** Paragraphs under the title. */
  readonly body?: readonly MarkedText[];
  /** Instead of the site's own "Continue". */
  readonly button?: Text;
  /** By option key; of a matrix by row and by column. */
  readonly options?: Readonly<Record<string, string | OptionWords>>;
  readonly placeholder?: string;
  /** What is said of an answer that doesn't pass the step's check. */
  readonly check?: Text;
  /** What the field begins with, as the visitor's address says; only in their browser. */
  readonly prefill?: string;
  /** What the visitor agrees to: by answering, where the answer is sent at once, or by ticking the box. */
  readonly consent?: ShownText;
  /** The ends of a scale or slider. */
  readonly lowest?: string;
  readonly highest?: string;
  /** What a loader says it is doing, line by line. */
  readonly lines?: readonly Text[];
  /** What a chart shows. */
  readonly chart?: Text;
  /** What the values of a chart are called, or the bands of a gauge. */
  readonly labels?: readonly Text[];
  /** The address of a picture. */
  readonly picture?: string;
  /** What there is to see in a chart or a picture, for those who can't. */
  readonly alt?: Text;
  readonly testimonials?: readonly Testimonial[];
  /** What a timer says once it has ended. */
  readonly ended?: Text;
}
/** What someone has said, and who that is. */
export interface Testimonial {
  readonly name: string;
  readonly text: string;
  readonly about?: string;
}

/** Texts of the pages of result and plan that are the site's own, unless a funnel or an outcome says something else. */
export const siteTexts = [
  'eyebrow',
  'profile_title',
  'profile_note',
  'profile_points',
  'meaning_title',
  'points_title',
  'disclaimer',
  'next_title',
  'next_text',
  'button',
  'plan_eyebrow',
  'plan_title',
  'plan_weeks_title',
  'plan_weeks_intro',
  'plan_prices_title',
  'plan_prices_intro',
  'plan_button',
  'plan_after',
] as const;
export type SiteText = (typeof siteTexts)[number];

export interface OutcomeWords {
  readonly title: Text;
  readonly summary: MarkedText;
  /** What it means: paragraphs. */
  readonly meaning?: readonly MarkedText[];
  /** What helps: one line each. */
  readonly points?: readonly MarkedText[];
  /** The visitor's goal, in their own words, at the head of the plan. */
  readonly goal?: Text;
  /** Where the outcome leads instead, in this locale. */
  readonly ending?: string;
  /** Instead of the site's own. */
  readonly site?: Readonly<Partial<Record<SiteText, MarkedText>>>;
}

export interface TopicWords {
  readonly title: string;
  /** What a week on this topic is about: one or two sentences. */
  readonly focus: string;
  /** What the listener does in that week: one sentence. */
  readonly practice: string;
}

/** How the pages of a funnel look: the same in all languages, and no part of the funnel's version. */
export interface FunnelLook {
  /** Scene, light and accent, as the author picks them. */
  readonly name: string;
  /** What is written on `<html data-accent>`; without it the site's own. */
  readonly accent?: string;
  readonly scene: SceneDrawing;
}

/** The picture above screens that are there to be read, on 480 units by 210. */
export interface SceneDrawing {
  /** Colours of the sky from the zenith to the horizon, at the first step and after the last. */
  readonly skies: readonly [readonly string[], readonly string[]];
  /** Of the halos of moon and sun. */
  readonly light: string;
  /** From the back to the front. */
  readonly parts: readonly ScenePart[];
}

/** Lines of a drawing: filled, or drawn with a pen. */
export interface ScenePart {
  readonly d: string;
  readonly fill?: string;
  readonly line?: string;
  readonly width?: number;
  /** How far it shines. */
  readonly halo?: number;
  /** Where it is, or where it goes: at the first step and after the last. */
  readonly at?: ScenePlace;
  readonly to?: ScenePlace;
}

/** x, y and opacity; what lies beyond 0 and 1 is as these. */
export type ScenePlace = readonly [number, number, number];

export interface FunnelWords {
  readonly locale: Locale;
  readonly look: FunnelLook;
  readonly name: string;
  readonly description: string;
  readonly steps: Readonly<Record<string, StepWords>>;
  readonly outcomes: Readonly<Record<string, OutcomeWords>>;
  /** Names of the dimensions shown as bars with the result, in order. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Those of them whose bars say the points instead of a share, and how points are written. */
  readonly points?: Readonly<Record<string, ValueFormat>>;
  /** The topics that the outcomes speak of. */
  readonly topics: Readonly<Record<string, TopicWords>>;
  /** Whether some text has a `rare` format, or depends on the variant. */
  readonly rare?: true;
  /** What visitors with another variant than the first read instead, by experiment and variant. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, VariantWords>>>>;
}
/** The texts that are others. */
export type VariantWords = PartOf<Pick<FunnelWords, 'steps' | 'outcomes'>>;
/** Some entries of mappings in mappings; texts and lists are whole. */
export type PartOf<Value> = Value extends string | readonly unknown[] | Mark
  ? Value
  : { readonly [Key in keyof Value]?: PartOf<Value[Key]> };

/** A funnel that can be played, with its words in each of its locales. */
export interface BuiltFunnel {
  readonly funnel: CompiledFunnel;
  readonly words: Readonly<Record<Locale, FunnelWords>>;
}

/** What a visitor's browser loads for one funnel in one locale. */
export interface FunnelData {
  readonly funnel: CompiledFunnel;
  readonly words: FunnelWords;
}

// ── A visit ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is known of a visit before its first step; all of it is passed in, so that a visit can be replayed. */
export interface VisitInput {
  /** Variant by experiment; one that is missing counts as the experiment's first variant. */
  readonly variants?: Readonly<Record<string, string>>;
  /** Of the browser: it decides the order of shuffled options, which is the file's without it. */
  readonly seed?: string;
  /** Query parameters of the landing URL; only declared hidden fields are read. */
  readonly query?: Readonly<Record<string, string>>;
  /** The day of the visit where the visitor is, `YYYY-MM-DD`, where the funnel asks for it (`builtOn`). */
  readonly today?: string;
  /** The counter at which the quiz finishes early (section 4); default: the number of steps. */
  readonly stepsLimit?: number;
}

export type VisitEvent =
  { readonly type: 'ANSWER'; readonly value: Answer } | { readonly type: 'NEXT' } | { readonly type: 'BACK' };

/** Enough to put a visitor back where they were. Plain JSON; anything in it may be out of date or tampered with. */
export interface SavedVisit {
  readonly version: string;
  /** Id of the step on the screen. */
  readonly at: string;
  /** Last answer given to each field, also of branches that were left again. */
  readonly answers: Answers;
  readonly counter: number;
  readonly goals: readonly string[];
}

/** Why an answer can't be taken. */
export type AnswerProblem =
  | 'required'
  | 'unknown_option'
  | 'too_few'
  | 'too_many'
  | 'exclusive'
  | 'not_a_number'
  | 'too_small'
  | 'too_large'
  | 'not_on_step'
  | 'too_long'
  | 'not_an_email'
  | 'email_letters'
  | 'not_a_phone'
  | 'not_a_date'
  | 'not_a_time'
  | 'too_early'
  | 'too_late'
  | 'out_of_hours'
  | 'wrong_type';

// ── Screen: all that React needs to show a step ────────────────────────────────────────────────────────────────────

export interface ScreenOption {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  /** As in `OptionWords`. */
  readonly icon?: string;
  readonly picture?: Picture;
  readonly writeIn?: string;
  readonly placeholder?: string;
  readonly exclusive: boolean;
}

export interface ScreenChart extends Pick<CompiledChart, 'kind' | 'scale'> {
  /** What it shows. */
  readonly title: string;
  /** What its values are called, or the bands of a gauge. */
  readonly labels: readonly string[];
  readonly values: readonly { readonly number: number; readonly text: string }[];
  /** The author's own description, for those who can't see it. */
  readonly alt?: string;
}

export interface ScreenTimer {
  /** How long it runs from when the visitor first sees it. */
  readonly seconds: number;
  /** What it says once it has ended. */
  readonly ended: string;
  /** Which timer it is, `<funnel>:<step>`; then the same with the ids that its step had before. */
  readonly ids: readonly string[];
}

export interface ScreenBase {
  readonly stepId: string;
  readonly title: string;
  readonly subtitle?: ShownText;
  readonly body: readonly ShownText[];
  /** Where the author gave none, the renderer says its own "Continue". */
  readonly button?: string;
  /** What to say of an answer that the visit doesn't take, where the step has a check. */
  readonly check?: string;
  /** As in the compiled step. */
  readonly optional?: true;
  readonly writeIn?: WriteIn;
  readonly progress: {
    /** 1 for the first step. */
    readonly current: number;
    readonly final: number;
    /** current / final, rounded up. */
    readonly percent: number;
  };
  readonly canGoBack: boolean;
}

/** A question among others on one screen. */
export interface AskedField {
  readonly field: string;
  readonly screen: Screen;
  /** What is sent of it: what it is answered with, or what says that it is left out. */
  readonly answer: Answer;
  /** Why the visit doesn't take what it is answered with; null where it does. */
  readonly problem: AnswerProblem | 'check' | null;
}

export type Screen = ScreenBase &
  (
    | { readonly type: 'intro'; readonly praise?: false }
    | { readonly type: 'info' }
    | {
        readonly type: 'display';
        readonly chart?: ScreenChart;
        readonly picture?: Picture;
        readonly testimonials?: readonly Testimonial[];
        readonly timer?: ScreenTimer;
      }
    | {
        readonly type: 'group';
        /** What was answered on it before, by field. */
        readonly given: Answers;
        /** The fields that are shown with these answers, in order. */
        readonly ask: (answers: Answers) => readonly AskedField[];
      }
    | { readonly type: 'loader'; readonly seconds: number; readonly lines: readonly string[] }
    | { readonly type: 'single_choice'; readonly options: readonly ScreenOption[]; readonly answer?: string }
    | {
        readonly type: 'select';
        readonly options: readonly ScreenOption[];
        readonly placeholder?: string;
        readonly answer?: string;
      }
    | {
        readonly type: 'multiple_choice';
        readonly options: readonly ScreenOption[];
        readonly choose: { readonly min: number; readonly max: number };
        readonly answer?: readonly string[];
      }
    | {
        readonly type: 'number';
        readonly input: 'field' | 'slider' | 'scale';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly unit?: NumberUnit;
        readonly units?: readonly SwitchUnit[];
        readonly firstUnit?: SwitchUnit;
        readonly placeholder?: string;
        readonly lowest?: string;
        readonly highest?: string;
        readonly answer?: number;
      }
    | {
        readonly type: 'text';
        readonly required: boolean;
        readonly maxLength: number;
        readonly placeholder?: string;
        readonly answer?: string;
      }
    | {
        readonly type: 'email';
        readonly required: boolean;
        readonly placeholder?: string;
        readonly consent?: ShownText;
        readonly answer?: string;
      }
    | {
        readonly type: 'phone';
        readonly required: boolean;
        readonly countryCode?: number;
        readonly placeholder?: string;
        readonly consent?: ShownText;
        readonly answer?: string;
      }
    | {
        readonly type: 'consent';
        readonly required: boolean;
        readonly consent: ShownText;
        readonly answer?: string;
      }
    | {
        readonly type: 'matrix';
        readonly rows: readonly ScreenOption[];
        readonly columns: readonly ScreenOption[];
        /** As in the compiled step. */
        readonly required?: false;
        readonly answer?: readonly string[];
      }
    | { readonly type: 'rank'; readonly options: readonly ScreenOption[]; readonly answer?: readonly string[] }
    /** Both limits as days of the calendar; empty where today is not known. */
    | { readonly type: 'date'; readonly min: string; readonly max: string; readonly answer?: string }
    | { readonly type: 'time'; readonly min: string; readonly max: string; readonly answer?: string }
  );

// ── Result: all that React needs to show an outcome and its plan ───────────────────────────────────────────────────

export interface ResultBar {
  readonly dimension: string;
  readonly label: string;
  /** Where the visitor's total lies between the least and the most that anyone can reach: 0 to 100, whole. */
  readonly percent: number;
  /** The visitor's total, and the least and the most that anyone can reach, where the bar says points. */
  readonly points?: { readonly total: string; readonly least?: string; readonly most: string };
}

export interface Result {
  readonly outcomeId: string;
  readonly title: string;
  readonly summary: ShownText;
  readonly meaning: readonly ShownText[];
  readonly points: readonly ShownText[];
  readonly goal?: string;
  /** Texts instead of the site's own. */
  readonly site: Readonly<Partial<Record<SiteText, ShownText>>>;
  /**
   * What follows: `plan`, `registration` (the sign-up without a plan), `message` (nothing), or the address of a link.
   */
  readonly ending: string;
  readonly hides: readonly HiddenPart[];
  readonly bars: readonly ResultBar[];
  readonly topics: readonly (TopicWords & { readonly id: string })[];
}
