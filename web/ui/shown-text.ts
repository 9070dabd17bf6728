import { createElement, Fragment, type ReactNode } from 'react';
import type { ShownText } from '../../engine/model.ts';
import { splitIsolated } from '../../engine/run/typed-text.ts';

/** A text of a funnel for React: its emphasis, its links and what visitors typed as elements. */
export const shownText = (text: ShownText): ReactNode =>
  typeof text === 'string'
    ? withIsolated(text)
    : createElement(text.tag, { href: text.href }, ...text.parts.map(shownText));

function withIsolated(text: string): ReactNode {
  const parts = splitIsolated(text);
  if (parts.length === 1) return text;
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 1 ? createElement('bdi', null, part) : part)),
  );
}
