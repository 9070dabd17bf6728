import { describe, expect, test } from 'vitest';
import type { CompiledFunnel, FunnelWords } from '../../../engine/model.ts';
import { renderReport, renderReportPage } from '../../../api/reports/page/render-report.ts';
import type { DayReport, Report } from '../../../api/reports/report.ts';
import { realFunnel } from '../../engine/author/real-funnels.ts';
import { sampleReport } from './sample-report.ts';

const { funnel, words } = realFunnel('sleep-issues');
const report = sampleReport(funnel);
const { css, body } = await renderReport(report, funnel, 'en', words['en']);
const spanish = await renderReport(report, funnel, 'es', words['es']);

const inEnglish = new Intl.NumberFormat('en', { useGrouping: 'always' });

/** What can be read, in one line. */
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ');

describe('the report says', () => {
  const text = textOf(body);

  test('visitors, finished visits, sign-ups, purchases and the rest of the revenue', () => {
    for (const said of ['10,740 12,345 visits', '38.3% of visits', '8.1% of visits', '204', '$29.99 returned'])
      expect(text).toContain(said);
    const { paid, returned } = report.all.revenue[0]!;
    const left = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format((paid - returned) / 100);
    expect(text).toContain(`Revenue ${left}`);
  });

  test('leads by version, where the quiz asks for any', async () => {
    expect(text).not.toContain('Leads');
    const leads = ['2222222222222222', report.version].map((version, at) => ({ version, leads: 1234 + at }));
    const asking = textOf((await renderReport({ ...report, leads }, funnel, 'es', words['es'])).body);
    expect(asking).toContain(`2222222222222222 1.234 ${report.version} (actual) 1.235`);
  });

  test('of every step how many saw it and ended there, how long it took, and what it is called in both ways', () => {
    const [first] = report.all.steps;
    expect(first).toMatchObject({ id: 'welcome', shown: 12_345, left: 3827 });
    expect(text).toContain('What do your nights need? welcome 12,345 31% 3,827 100% 3.2 s 9.9 s');
    for (const { id } of report.all.steps) expect(body).toContain(`<code class="id">${id}</code>`);
  });

  test('answers and outcomes with their shares', () => {
    expect(text).toContain('Less than 20 minutes under_20 45.1% 3,689');
    expect(text).toContain('25% 1,184');
  });

  test('what the charts show, to those who cannot see them', () => {
    const titles = [...body.matchAll(/<title id="[\w-]+">([^<]*)/g)].map(([, title]) => textOf(title!));
    expect(titles).toContain(
      'Where visits end. Most visits end on “What do your nights need?”: 3,827, 31% of those who saw it.',
    );
    expect(titles).toContain(
      'Visits, finished quizzes, sign-ups and purchases of each day from Oct 22, 2026 to Nov 20, 2026.',
    );
    expect(body.match(/<svg\s+class="chart"\s+role="img"\s+aria-labelledby="[\w-]+-title"/g)).toHaveLength(4);
  });

  test('what it is made of, in links at its top', () => {
    const links = [...body.matchAll(/<a href="#([\w-]+)">([^<]*)/g)];
    expect(links.map(([, , title]) => title)).toEqual(
      [...body.matchAll(/<section class="part [\w-]+" id="[\w-]+" tabindex="-1">\s*<h2>([^<]*)/g)].map(
        ([, title]) => title,
      ),
    );
    for (const [, id] of links) expect(body).toContain(`id="${id}"`);
    expect(links.length).toBeGreaterThan(5);
  });

  test('a single day as bars with their figures, on axes that say what they count', async () => {
    const day = (await renderReport(sampleReport(funnel, { days: 1 }), funnel, 'en')).body;
    const chart = day.slice(day.indexOf('<title id="days-wide-title"'), day.indexOf('<title id="days-narrow-title"'));
    const [{ visits, signUps }] = sampleReport(funnel, { days: 1 }).days as [DayReport];
    for (const said of [
      'Visits a day',
      'Sign-ups and purchases a day',
      inEnglish.format(visits),
      inEnglish.format(signUps),
    ])
      expect(chart).toContain(`>${said}</text>`);
  });

  test('on the flow how many came along', () => {
    expect(text).toContain('12,345 · 31% end here');
    expect(text).toMatch(/otherwise 8,177 visits/);
  });

  test('nothing of all that where there were no visits', async () => {
    const none = textOf((await renderReport(sampleReport(funnel, { visits: 0 }), funnel, 'en')).body);
    expect(none).toContain('No visits in this period');
    expect(none).not.toMatch(/NaN|Infinity|Key figures/);
  });

  test('the same in Spanish, and no word of English', () => {
    const said = textOf(spanish.body.slice(0, spanish.body.indexOf('class="part graph"')));
    expect(said).toContain('10.740 12.345 visitas');
    expect(said).toContain('¿Qué les falta a tus noches? welcome 12.345 31 % 3.827 100 % 3,2 s 9,9 s');
    expect(said).toContain('(ninguna)');
    expect(said).not.toMatch(/\b(visits|steps?|finished|the|of|none|other)\b/i);
  });

  test('the period, whatever bounds it has', async () => {
    expect(await periodOf({})).toBe('All visits so far');
    expect(await periodOf({ from: '2026-11-01' })).toBe('Visits that began on Nov 1, 2026 or later');
    expect(await periodOf({ to: '2026-11-01' })).toBe('Visits that began on Nov 1, 2026 or earlier');
    expect(await periodOf({ from: '2026-11-01', to: '2026-11-30' })).toMatch(/from Nov 1, 2026 to Nov 30, 2026/);
    const without = { from: '2026-11-07', to: '2026-11-08' };
    expect(await periodOf({ without })).toBe(
      'All visits so far, without those that began from Nov 7, 2026 to Nov 8, 2026',
    );
  });

  test('how many visits were not recorded, also where there are no others', async () => {
    expect(text).not.toContain('not recorded');
    for (const visits of [0, 12_345]) {
      const sample = { ...sampleReport(funnel, { visits }), notRecorded: 1_380 };
      const said = textOf((await renderReport(sample, funnel, 'en')).body);
      expect(said).toContain('1,380 more visits were not recorded, as too many began from one network.');
      const inSpanish = textOf((await renderReport(sample, funnel, 'es')).body);
      expect(inSpanish).toContain('1.380 visitas más no se han registrado');
    }
  });
});

/** How the report names its days. */
async function periodOf(days: Partial<Report>): Promise<string> {
  const bare = { ...sampleReport(funnel, { visits: 0 }), from: null, to: null, ...days };
  return /<p class="period">(.*?)<\/p>/.exec((await renderReport(bare, funnel, 'en')).body)![1]!;
}

describe('a page with a strict policy can show it', () => {
  test('there is no script, no inline style, nothing from elsewhere, and nothing that the library marked', () => {
    for (const markup of [body, spanish.body]) {
      expect(markup).not.toMatch(/<(script|style|link|img|iframe|object)\b/i);
      expect(markup).not.toMatch(/\s(style|on\w+|href(?!="#)|src|ecmeta_\w+)\s*=\s*["']/i);
    }
    expect(css).not.toMatch(/url\(|@import|</);
  });

  test('every id is there once, and whatever refers to one finds it', () => {
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const named = [...body.matchAll(/aria-labelledby="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
    const clips = [...body.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!);
    for (const name of [...named, ...clips]) expect(ids).toContain(name);
  });

  test('the same report gives the same markup, so that what changes is what has happened', async () => {
    expect((await renderReport(report, funnel, 'en', words['en'])).body).toBe(body);
  });
});

test('whatever data holds stands as text', async () => {
  const hostile = `<img src=x onerror="alert('1')">&"]]>`;
  const name = (text: string) => ({ name: hostile + text });
  const changed: Report = {
    ...report,
    version: hostile,
    groups: report.groups.map((group) => ({ ...group, ...name('group') })),
    experiments: report.experiments.map((each) => ({ ...each, ...name('experiment') })),
    all: { ...report.all, goals: [{ ...name('goal'), visits: 1 }], outcomes: [{ id: hostile, visits: 1 }] },
  };
  const page = await renderReportPage(changed, funnel, 'en', named(words['en']!, funnel, hostile));
  expect(page).not.toContain('<img');
  expect(page).not.toContain('"]]>');
  expect(textOf(page)).toContain(`Report: ${hostile}`);
});

/** Words in which everything is called that. */
function named(words: FunnelWords, { steps, outcomes }: CompiledFunnel, title: string): FunnelWords {
  const byId = (all: readonly { readonly id: string }[]) =>
    all.map(({ id }) => [id, { title, summary: '', points: [] }]);
  return {
    ...words,
    name: title,
    steps: Object.fromEntries(byId(steps)) as FunnelWords['steps'],
    outcomes: Object.fromEntries(byId(outcomes)) as FunnelWords['outcomes'],
  };
}

test('as a file of its own it has all that it needs, and a title', async () => {
  const page = await renderReportPage(report, funnel, 'es', words['es']);
  expect(page).toMatch(/^<!doctype html>\s*<html lang="es">/);
  expect(page).toContain('<title>Informe: Dormir mejor</title>');
  expect(page).toContain('<h1>Informe: Dormir mejor</h1>');
  expect(page.match(/<style>/g)).toHaveLength(1);
  expect(page).toContain(spanish.body.slice(0, 200));
});

test('on the flow nothing is said to end where no visitor came', async () => {
  const steps = report.all.steps.map((step) => ({ ...step, shown: 0, left: 0 }));
  const { body } = await renderReport({ ...report, all: { ...report.all, steps } }, funnel, 'en', words['en']);
  expect(textOf(body.slice(body.indexOf('class="part graph"')))).not.toContain('end here');
});

test('what the funnel no longer has stands under its id', async () => {
  const old = { ...report.all.steps[1]!, id: 'old_question' };
  const all = { ...report.all, steps: [...report.all.steps, old], outcomes: [{ id: 'old_outcome', visits: 3 }] };
  const text = textOf((await renderReport({ ...report, all }, funnel, 'en', words['en'])).body);
  expect(text).toContain('old_question');
  expect(text).toContain('old_outcome');
});

test('what visitors brought in several currencies stands apart, and is never added up', async () => {
  const [experiment] = report.experiments;
  const [dollars] = experiment!.revenue;
  const variants = dollars!.variants.map((each) => ({ ...each, rate: each.rate * 2 }));
  const sold = { plan: 'basic', amount: 1399, currency: 'EUR', count: 9 };
  const both = {
    ...experiment!,
    variants: experiment!.variants.map((each) => ({ ...each, sales: [...each.sales, sold] })),
    revenue: [{ ...dollars!, currency: 'EUR', variants, verdict: 'no_difference' as const }, dollars!],
  };
  const { body } = await renderReport({ ...report, experiments: [both] }, funnel, 'en', words['en']);
  const text = textOf(body);
  expect(text).toMatch(/What they bought \(EUR\) No difference worth .* bold 9 × basic \(€13\.99\) €0\.15 /);
  expect(text).toMatch(/What they bought \(USD\) There is a difference.* bold 23 × basic \(\$14\.99\) \$0\.08 /);
});
