import { createElement, Fragment, type ReactNode } from 'react';
import type { ShownText } from '../../engine/model.ts';
import { shownText } from '../ui/shown-text.ts';
import styles from './QuotedText.module.css';

/** A text in which the visitor's own words, between quotation marks, stand out. */
export function QuotedText({ children }: { readonly children: ShownText }): ReactNode {
  if (typeof children !== 'string') {
    const { tag, href, parts } = children;
    return createElement(tag, { href }, ...parts.map((part, index) => <QuotedText key={index}>{part}</QuotedText>));
  }
  return partAtQuotes(children).map((piece, index) =>
    piece.quoted ? (
      <em key={index} className={styles.quoted}>
        {shownText(piece.text)}
      </em>
    ) : (
      <Fragment key={index}>{shownText(piece.text)}</Fragment>
    ),
  );
}

interface Piece {
  readonly text: string;
  /** Whether these are the visitor's own words, with their quotation marks. */
  readonly quoted: boolean;
}

/** Parts a text at “quotation marks” of either language («…»), in which funnels recall what a visitor said. */
export function partAtQuotes(text: string): readonly Piece[] {
  return text
    .split(/(“[^“”]+”|«[^«»]+»)/)
    .map((piece, index) => ({ text: piece, quoted: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
