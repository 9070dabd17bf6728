import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isolate } from '../../../engine/run/typed-text.ts';
import { QuotedText } from '../../../web/pages/QuotedText.tsx';
import { shownText } from '../../../web/ui/shown-text.ts';

const name = isolate('מיכל <b>');
const element = '<bdi>מיכל &lt;b&gt;</bdi>';

test('what a visitor typed is an element of its own direction, also within emphasis and quotation marks', () => {
  expect(renderToStaticMarkup(shownText(`Hello ${name}!`))).toBe(`Hello ${element}!`);
  const marked = { tag: 'span', parts: ['Hello ', { tag: 'em', parts: [name] }] } as const;
  expect(renderToStaticMarkup(shownText(marked))).toBe(`<span>Hello <em>${element}</em></span>`);
  const quoted = renderToStaticMarkup(createElement(QuotedText, null, `You said “${name}”, ${name}.`));
  expect(quoted.replaceAll(/ class="[^"]*"/g, '')).toBe(`You said <em>“${element}”</em>, ${element}.`);
});
