import { describe, expect, test } from 'vitest';
import { partAtQuotes } from '../../../web/pages/QuotedText.tsx';

const quoted = (text: string) => partAtQuotes(text).flatMap((piece) => (piece.quoted ? [piece.text] : []));

describe("a visitor's own words in a text", () => {
  test('are found between English and Spanish quotation marks', () => {
    expect(quoted('You said: “Rushed”. And: “Never enough”.')).toEqual(['“Rushed”', '“Never enough”']);
    expect(quoted('Dijiste: «Con prisa».')).toEqual(['«Con prisa»']);
  });

  test('are none in a text without quotation marks', () => {
    expect(partAtQuotes("It's a calm day.")).toEqual([{ text: "It's a calm day.", quoted: false }]);
  });

  test('end at the closing mark, and a mark left open quotes nothing', () => {
    expect(quoted('An “open mark and nothing else')).toEqual([]);
  });

  test.each(['“All of it”', 'a “b” c “d”', '“a”“b”', ''])('put together again make the same text: %s', (text) => {
    expect(
      partAtQuotes(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
