import { palette } from '../../../content/brand.ts';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { checkAddress, parseLinks } from '../../../engine/author/links.ts';
import { parseMarkup } from '../../../engine/author/words/markup.ts';
import type { FunnelData, MarkedText } from '../../../engine/model.ts';
import { recallFrom } from '../../../engine/run/recall.ts';
import { shownText } from '../../../web/ui/shown-text.ts';
import { compileWords } from '../../../engine/author/compile/compile-words.ts';
import type { Words } from '../../../engine/author/words/words.ts';
import { readOneFlow, topics, withFiles } from './harness.ts';
import { realFunnels } from './real-funnels.ts';

const { links } = parseLinks({ name: 'content/links.yaml', text: 'sites: [988lifeline.org, who.int/es]' });

const missing = (): undefined => undefined;
const nothing = { answer: missing, variable: missing, variant: missing, query: missing };

/** A text as HTML; each recall says this answer. */
function htmlOf(text: MarkedText, answer = ''): string {
  const steps = [{ id: 'name', type: 'text', field: 'name', required: true, maxLength: 200 }];
  const data = { funnel: { steps, goals: {}, dimensions: [] }, words: { steps: {} } } as unknown as FunnelData;
  const node = shownText(recallFrom(data, () => answer, nothing)(text));
  return renderToStaticMarkup(node).replaceAll(/<\/?span>/g, '');
}

describe('a text of a funnel', () => {
  test.each([
    ['*soft* and **strong**', '<em>soft</em> and <strong>strong</strong>'],
    ['[Call **988**](tel:988), day or night', '<a href="tel:988">Call <strong>988</strong></a>, day or night'],
    [String.raw`5 \* 3`, '5 * 3'],
    [
      '**{{name}}**, [write to {{name|us}}](mailto:a@b.org)',
      '<strong><bdi>Ada</bdi></strong>, <a href="mailto:a@b.org">write to <bdi>Ada</bdi></a>',
    ],
  ])('shows %s', (text, html) => expect(htmlOf(parseMarkup(text).text, 'Ada')).toBe(html));

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    '[x] and _y',
    'a < b and c > d',
    '1. Breathe',
    'a@b.org',
    'www.b.org',
    '~5~',
  ])('without marks stays as it is: %s', (text) =>
    expect(parseMarkup(text)).toEqual({ text, marks: [], links: [], problems: [] }),
  );

  test('of the product is compiled to what it was', () => {
    const texts = JSON.stringify(realFunnels().map(({ words }) => words));
    expect(texts).not.toContain('"tag"');
  });

  test('becomes emphasis, links that are allowed, isolated answers, and nothing else, whatever is written and answered', () => {
    const part = fc.constantFrom(
      '*',
      '**',
      '_',
      '[',
      '](',
      ')',
      'tel:988',
      'javascript:x',
      'https://evil.example',
      '<b>',
    );
    const text = fc.array(fc.oneof(part, fc.constantFrom('a', ' ', '\\', '{{name}}', '\n', '`')), { maxLength: 12 });
    fc.assert(
      fc.property(text, fc.string(), (parts, answer) => {
        const parsed = parseMarkup(parts.join(''));
        if (parsed.problems.length > 0 || parsed.links.some(({ to }) => checkAddress(to, links))) return;
        const html = htmlOf(parsed.text, answer);
        expect(html.replaceAll(/<\/?(em|strong|a|bdi)>|<a href="tel:988">/g, '')).not.toContain('<');
      }),
    );
  });
});

test('a sign after a backslash is shown as itself in every text, as the remedy for marks says', () => {
  const step = { title: '\\*a\\*', subtitle: '\\*b\\*', button: '\\*c\\*', lowest: '\\*d\\*', placeholder: '\\*e\\*' };
  const flow = readOneFlow(withFiles()).flow;
  const words = {
    locale: 'en' as const,
    variantTexts: [],
    value: {
      funnel: { name: '\\*f\\*', description: '\\*g\\*' },
      dimensions: { calm: '\\*h\\*' },
      steps: Object.fromEntries(
        flow.steps.map(({ id }) => [
          id!,
          { ...step, options: { x: '\\*i\\*', y: { label: '\\*j\\*', note: '\\*k\\*' } } },
        ]),
      ),
      outcomes: { urgent: { title: '\\*l\\*', summary: '\\*m\\*' }, gentle: { title: '\\*n\\*', summary: '\\*o\\*' } },
    },
  };
  const compiled = compileWords(flow, words as unknown as Words, {
    topics,
    colours: palette,
    testimonials: { testimonials: {} } as never,
  });
  const said = JSON.stringify({ ...compiled, look: undefined });
  for (const letter of 'abcdefghijklmno') expect(said).toContain(`"*${letter}*"`);
  expect(said).not.toContain('\\');
});

describe('a link', () => {
  test.each([
    'tel:988',
    'tel:+34-024',
    'mailto:a@b.org',
    'https://988lifeline.org',
    'https://who.int/es/a',
    '/privacy-policy',
  ])('may lead to %s', (address) => expect(checkAddress(address, links)).toBeUndefined());

  test.each([
    'tel:help',
    'mailto:nobody',
    'http://988lifeline.org',
    'https://988lifeline.org.evil.example',
    'https://988lifeline.org@evil.example',
    'https://who.int/es-evil',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/cabinet',
  ])('may not lead to %s', (address) => expect(checkAddress(address, links)?.hint).toBeTruthy());

  test('to a site is not refused while the list has a mistake', () => {
    const broken = parseLinks({ name: 'content/links.yaml', text: 'sites: [https://988lifeline.org]' });
    expect(broken.problems).toHaveLength(1);
    expect(checkAddress('https://example.org', broken.links)).toBeUndefined();
  });
});
