import { createElement, type ReactNode, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ScreenView } from '../../../web/quiz/ScreenView.tsx';
import { createI18n } from '../../../web/i18n.ts';
import { I18nextProvider } from 'react-i18next';
import { isBundled } from '../../../web/quiz/fields/index.ts';
import { Select } from '../../../web/ui/Select.tsx';
import * as screens from './screens.ts';

/** The markup of a page before its script runs; the Content-Security-Policy forbids inline styles in it. */
function markup(children: ReactNode): string {
  const Page = () => I18nextProvider({ i18n: createI18n('en'), children });
  return renderToString(createElement(Page));
}

/** Changes every `useId` below. */
function Deeper({ children }: { readonly children?: ReactNode }) {
  useId();
  return children;
}

const nothing = () => {};

test.each(Object.entries(screens))('the step "%s" needs no inline style', (_, screen) => {
  const html = markup(
    createElement(ScreenView, { screen, locale: 'en', onAnswer: nothing, onNext: nothing, onBack: nothing }),
  );
  expect(html).toContain(screen.title);
  expect(html).not.toContain('style=');
});

test('a step that a quiz begins with has the same ids wherever in the page it is rendered', () => {
  const first = Object.values(screens).filter(({ type }) => isBundled(type));
  expect(first.map(({ type }) => type)).toEqual(['single_choice', 'intro']);
  const sky = ['#000', '#fff'];
  for (const screen of first) {
    const scene = { skies: [sky, sky], light: '#fff', parts: [] } as const;
    const handlers = { onAnswer: nothing, onNext: nothing, onBack: nothing };
    const view = createElement(ScreenView, { screen, scene, locale: 'en', ...handlers });
    expect(markup(createElement(Deeper, null, view))).toBe(markup(view));
  }
});

test('a select needs no inline style', () => {
  const html = markup(
    createElement(Select, { label: 'Status', options: ['Finished'], value: 'Finished', onChange: nothing }),
  );
  expect(html).toContain('Finished');
  expect(html).not.toContain('style=');
});
