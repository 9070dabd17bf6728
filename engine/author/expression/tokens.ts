import { createToken, Lexer, type TokenType } from 'chevrotain';

const Name = createToken({ name: 'Name', pattern: /[A-Za-z_][A-Za-z0-9_]*/ });
const keyword = (name: string, text: string): TokenType =>
  createToken({ name, pattern: new RegExp(text), longer_alt: Name });
const symbol = (name: string, text: string, categories?: TokenType): TokenType =>
  createToken({ name, pattern: text, ...(categories && { categories }) });

const Comparison = createToken({ name: 'Comparison', pattern: Lexer.NA });
const Additive = createToken({ name: 'Additive', pattern: Lexer.NA });
const Multiplicative = createToken({ name: 'Multiplicative', pattern: Lexer.NA });

/** Every token of an expression, by name. */
export const tokens = {
  Comparison,
  Additive,
  Multiplicative,
  Space: createToken({ name: 'Space', pattern: /\s+/, group: Lexer.SKIPPED }),
  /** Signs of other languages; they are read only to be explained. */
  Foreign: createToken({
    name: 'Foreign',
    pattern: /&&?|\|\|?|===|!==|=>|=<|<>|=(?!=)|!(?!=)|\*\*|%|[“”„«»‘’≥≤≠×÷−–·]/,
  }),
  Text: createToken({ name: 'Text', pattern: /"[^"\n]*"|'[^'\n]*'/ }),
  /** A day, before its year is read as a number. */
  Day: createToken({ name: 'Day', pattern: /\d{4}-\d{2}-\d{2}(?!\d)/ }),
  /** A time of day, before its hour is read as a number. */
  Time: createToken({ name: 'Time', pattern: /\d{1,2}:\d{2}(?!\d)/ }),
  Numeral: createToken({ name: 'Numeral', pattern: /\d+(?:\.\d+)?/ }),
  And: keyword('And', 'and'),
  Or: keyword('Or', 'or'),
  Not: keyword('Not', 'not'),
  In: keyword('In', 'in'),
  Has: keyword('Has', 'has'),
  True: keyword('True', 'true'),
  False: keyword('False', 'false'),
  Name,
  Equal: symbol('Equal', '==', Comparison),
  Unequal: symbol('Unequal', '!=', Comparison),
  AtMost: symbol('AtMost', '<=', Comparison),
  AtLeast: symbol('AtLeast', '>=', Comparison),
  Less: symbol('Less', '<', Comparison),
  More: symbol('More', '>', Comparison),
  Plus: symbol('Plus', '+', Additive),
  Minus: symbol('Minus', '-', Additive),
  Times: symbol('Times', '*', Multiplicative),
  Over: symbol('Over', '/', Multiplicative),
  Power: symbol('Power', '^'),
  Open: symbol('Open', '('),
  Close: symbol('Close', ')'),
  OpenList: symbol('OpenList', '['),
  CloseList: symbol('CloseList', ']'),
  Comma: symbol('Comma', ','),
  Dot: symbol('Dot', '.'),
} satisfies Record<string, TokenType>;

/** Cuts a text into tokens; characters that begin none are in `errors`. */
export const expressionLexer = new Lexer(Object.values(tokens), { positionTracking: 'onlyOffset' });
