import { partAtQuotes } from './quoted-words.ts';
import styles from './QuotedText.module.css';

/** A text in which the visitor's own words, between quotation marks, stand out. */
export function QuotedText({ children }: { readonly children: string }) {
  return partAtQuotes(children).map((piece, index) =>
    piece.quoted ? (
      <em key={index} className={styles.quoted}>
        {piece.text}
      </em>
    ) : (
      piece.text
    ),
  );
}
