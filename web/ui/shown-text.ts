import { createElement, type ReactNode } from 'react';
import type { ShownText } from '../../engine/model.ts';

/** A text of a funnel for React: its emphasis and links as elements. */
export const shownText = (text: ShownText): ReactNode =>
  typeof text === 'string' ? text : createElement(text.tag, { href: text.href }, ...text.parts.map(shownText));
