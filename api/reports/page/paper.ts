import { html, Html } from '../../platform/html.ts';
import { writeAmount } from '../../../engine/shop/money.ts';
import type { ReportWords } from './words/words.ts';
import type { Report, Revenue } from '../report.ts';
import type { Sale } from '../statistics/experiments.ts';
import { type CompiledFunnel, type FunnelWords, languageTag, type Text } from '../../../engine/model.ts';
import type { Language } from '../../../schemas/api/values.ts';

/** What every part of the page is written from. */
export interface ReportContext {
  readonly report: Report;
  readonly funnel: CompiledFunnel;
  /** Of the funnel; missing where only its flow is known. */
  readonly funnelWords: FunnelWords | undefined;
  readonly words: ReportWords;
  readonly names: Names;
  readonly numbers: FigureFormats;
}

/** A part of the page under its own heading, which the contents lead to. */
export class Section extends Html {
  /** Of its element on the page. */
  readonly id: string;
  readonly title: string;

  constructor(name: string, title: string, content: Html | readonly Html[]) {
    const id = `report-${name}`;
    const { markup } = html`<section class="part ${name}" id="${id}" tabindex="-1">
      <h2>${title}</h2>
      ${content}
    </section>`;
    super(markup);
    this.id = id;
    this.title = title;
  }
}

/** `name` is the section's class. */
export function section(name: string, title: string, content: Html | readonly Html[]): Section {
  return new Section(name, title, content);
}

/** What may be wider than the page: it scrolls in itself, by keyboard as well. */
export function scrollable(id: string, title: string, content: Html): Html {
  return html`<div class="scrollable" id="report-${id}-scroll" role="region" aria-label="${title}" tabindex="0">
    ${content}
  </div>`;
}

/** A part of a whole as a bar as wide as its room; the figure itself stands beside it. */
export function bar(part: number, whole: number): Html {
  const width = whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0;
  return html`<svg class="bar" aria-hidden="true" width="100%" height="8">
    <rect class="track" width="100%" height="8" rx="4" />
    <rect class="fill" width="${width}%" height="8" rx="4" />
  </svg>`;
}

/** How figures are written in one language. */
export interface FigureFormats {
  /** `12,345` */
  readonly count: (value: number) => string;
  /** A part of a whole, `41.5%`; a dash where there is no whole. */
  readonly share: (part: number, whole: number) => string;
  /** A rate from 0 to 1. */
  readonly rate: (rate: number) => string;
  /** A probability, `97.3%`; what is nearly sure is not called certain. */
  readonly chance: (probability: number) => string;
  /** By which part a rate is higher than another, `−2.1% / +15.4%`; a dash where it is hardly known at all. */
  readonly lift: (bounds: readonly [low: number, high: number]) => string;
  /** A probability of chance: `0.034`, `< 0.001`. */
  readonly p: (p: number) => string;
  /** Such as `8 s` or `2 min 5 s`; a dash where it is not known. */
  readonly time: (seconds: number | undefined) => string;
  /** What was paid and not returned, currency by currency. */
  readonly revenue: (revenue: readonly Revenue[]) => string;
  readonly returned: (revenue: readonly Revenue[]) => string | null;
  /** `12 × basic ($14.99), 3 × lifetime ($89.99)`; a dash where nothing was bought. */
  readonly sales: (sales: readonly Sale[]) => string;
  readonly amount: (amount: number, currency: string) => string;
  /** A day such as `2026-11-21`; `short` without its year. */
  readonly day: (day: string, length?: 'short') => string;
  /** A moment, to the minute, in UTC. */
  readonly moment: (iso: string) => string;
}

export const dash = '–';

export function createNumbers(locale: Language, words: ReportWords): FigureFormats {
  const whole = new Intl.NumberFormat(languageTag(locale), { useGrouping: 'always' });
  const percent = new Intl.NumberFormat(languageTag(locale), { style: 'percent', maximumFractionDigits: 1 });
  const signed = new Intl.NumberFormat(languageTag(locale), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const small = new Intl.NumberFormat(languageTag(locale), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const tenths = new Intl.NumberFormat(languageTag(locale), { maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(languageTag(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const amounts = (revenue: readonly { readonly currency: string; readonly amount: number }[]) =>
    revenue.map((each) => writeAmount(each, locale)).join(' + ');
  return {
    count: (value) => whole.format(value),
    share: (part, all) => (all > 0 ? percent.format(part / all) : dash),
    rate: (rate) => percent.format(rate),
    chance(probability) {
      if (probability > 0.999) return `> ${percent.format(0.999)}`;
      return probability < 0.001 ? `< ${percent.format(0.001)}` : percent.format(probability);
    },
    lift: ([low, high]) => (high > 10 ? dash : `${signed.format(low)} / ${signed.format(high)}`),
    p: (p) => (p < 0.001 ? `< ${small.format(0.001)}` : small.format(p)),
    time: (seconds) => writeTime(seconds, words, (value) => tenths.format(value)),
    revenue: (revenue) =>
      amounts(revenue.map(({ currency, paid, returned }) => ({ currency, amount: paid - returned }))) || dash,
    returned(revenue) {
      const refunds = revenue.filter(({ returned }) => returned > 0);
      if (refunds.length === 0) return null;
      return amounts(refunds.map(({ currency, returned }) => ({ currency, amount: returned })));
    },
    sales: (sales) =>
      sales.map((sale) => `${whole.format(sale.count)} × ${sale.plan} (${writeAmount(sale, locale)})`).join(', ') ||
      dash,
    amount: (amount, currency) => amounts([{ currency, amount }]),
    day: (text, length) => (length === 'short' ? shortDay : day).format(new Date(`${text}T00:00:00Z`)),
    moment: (iso) => moment.format(new Date(iso)),
  };
}

function writeTime(seconds: number | undefined, words: ReportWords, write: (value: number) => string): string {
  if (seconds === undefined) return dash;
  const rounded = seconds < 10 ? seconds : Math.round(seconds);
  if (rounded < 60) return words.seconds(write(rounded));
  return words.minutes(write(Math.floor(rounded / 60)), write(rounded % 60));
}

/** What steps, answers and outcomes are called: the words that visitors read; where there are none, their ids. */
interface Names {
  readonly step: (id: string) => string;
  readonly answer: (step: string, key: string) => string;
  readonly outcome: (id: string) => string;
}

/** Without words, and of what the funnel no longer has, names are ids. */
export function createNames(words: FunnelWords | undefined): Names {
  return {
    step: (id) => plain(own(words?.steps, id)?.title) ?? id,
    answer(step, key) {
      const option = own(own(words?.steps, step)?.options, key);
      return (typeof option === 'object' ? option.label : option) ?? key;
    },
    outcome: (id) => plain(own(words?.outcomes, id)?.title) ?? id,
  };
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Answers that are recalled in it stand as an ellipsis. */
function plain(text: Text | undefined): string | undefined {
  if (text === undefined || typeof text === 'string') return text;
  return text.map((piece) => (typeof piece === 'string' ? piece : '…')).join('');
}
