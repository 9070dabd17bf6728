import { languageTag, type CompiledFunnel, type FunnelWords } from '../../../engine/model.ts';
import type { Language } from '../../../schemas/api/values.ts';
import { html, Html } from '../../platform/html.ts';
import type { Report } from '../report.ts';
import { renderAnswers, renderEnds, renderSteps } from './steps.ts';
import { renderDays } from './days-chart.ts';
import { renderExperiments } from './experiments.ts';
import { renderFigures, renderGroups, renderLeads } from './figures.ts';
import { flowStyle, renderFlowChart, renderFlowGraph } from './flow.ts';
import { createNames, createNumbers, section } from './paper.ts';
import type { ReportContext, Section } from './paper.ts';
import { pageStyle, reportStyle } from './style.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import type { ReportWords } from './words/words.ts';

export interface ReportMarkup {
  /** A style sheet for the body and, in a file of its own, for what is around it; in a shadow tree that matches nothing. */
  readonly css: string;
  /** Markup without scripts, styles or anything from elsewhere; sections under headings of the second level. */
  readonly body: string;
}

/**
 * A report in this language, for a page that has a policy against inline styles. With the funnel's words in that
 * language, steps, answers and outcomes are called what visitors read; without them, by their ids.
 */
export async function renderReport(
  report: Report,
  funnel: CompiledFunnel,
  locale: Language,
  funnelWords?: FunnelWords,
): Promise<ReportMarkup> {
  const words = wordsIn(locale);
  const numbers = createNumbers(locale, words);
  const paper: ReportContext = { report, funnel, funnelWords, words, numbers, names: createNames(funnelWords) };
  const sections = report.all.visits === 0 ? [renderNothing(words)] : await renderSections(paper);
  const body = html`<div class="report" lang="${languageTag(locale)}">
    ${renderAbout(paper)} ${renderContents(sections, words)} ${sections}
  </div>`;
  return { css: `${pageStyle}${reportStyle}${flowStyle}`, body: body.markup };
}

/** The same as a file of its own, which needs nothing else: to be mailed, kept or printed. */
export async function renderReportPage(
  report: Report,
  funnel: CompiledFunnel,
  locale: Language,
  funnelWords?: FunnelWords,
): Promise<string> {
  const { css, body } = await renderReport(report, funnel, locale, funnelWords);
  const title = wordsIn(locale).title(funnelWords?.name ?? funnel.id);
  return html`<!doctype html>
    <html lang="${languageTag(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${new Html(`<style>${css}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${new Html(body)}
        </main>
      </body>
    </html> `.markup;
}

async function renderSections(paper: ReportContext): Promise<readonly Section[]> {
  return [
    renderFigures(paper),
    await renderFlowChart(paper),
    await renderDays(paper),
    renderLeads(paper),
    renderGroups(paper),
    renderExperiments(paper),
    renderSteps(paper),
    renderAnswers(paper),
    renderEnds(paper),
    await renderFlowGraph(paper),
  ].flat();
}

/** A link to each part of a page that is longer than the screen. */
function renderContents(sections: readonly Section[], words: ReportWords): Html | string {
  if (sections.length === 1) return '';
  return html`<nav class="contents" aria-label="${words.contents}">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}
    </ul>
  </nav>`;
}

function renderAbout({ report, words, numbers }: ReportContext): Html {
  const {
    notRecorded,
    all: { unreadable },
  } = report;
  return html`<div class="about">
    <p class="period">${describePeriod(report, words, (day) => numbers.day(day))}</p>
    <p class="soft">${words.made(numbers.moment(report.madeAt), report.version)}</p>
    ${notRecorded === 0 ? '' : html`<p>${words.notRecorded(notRecorded, numbers.count(notRecorded))}</p>`}
    ${unreadable === 0 ? '' : html`<p class="soft">${words.unreadable(unreadable, numbers.count(unreadable))}</p>`}
  </div>`;
}

function describePeriod(period: Report, words: ReportWords, write: (day: string) => string): string {
  const { without } = period;
  const within = describeBounds(period, words, write);
  return without === null ? within : words.period.without(within, write(without.from), write(without.to));
}

function describeBounds({ from, to }: Report, { period: words }: ReportWords, write: (day: string) => string): string {
  if (from !== null && to !== null) return words.between(write(from), write(to));
  if (from !== null) return words.since(write(from));
  return to === null ? words.always : words.until(write(to));
}

function renderNothing({ nothing }: ReportWords): Section {
  return section('nothing', nothing.title, html`<p>${nothing.text}</p>`);
}

function wordsIn(locale: Language): ReportWords {
  return { en, es }[locale];
}
