import type { IRecognitionException, IToken } from 'chevrotain';
import type { ProblemCode } from '../../problem.ts';
import { dayNumber } from '../../run/days.ts';
import { minuteNumber } from '../../run/times.ts';
import { endOf, expressionGrammar, spanOf } from './grammar.ts';
import type { ExpressionSyntax, Span } from './syntax.ts';
import { expressionLexer, tokens as t } from './tokens.ts';

/** What is wrong with an expression; the place counts from the beginning of its text. */
export interface ExpressionProblem extends Span {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint?: string;
}

export type ParsedExpression =
  | { readonly syntax: ExpressionSyntax; readonly problem?: never }
  | { readonly problem: ExpressionProblem; readonly syntax?: never };

const maxTokens = 1000;
const deepest = 50;
const maxDigits = 30;

/** Reads an expression. Of a text that isn't one, the first mistake is reported. Never throws. */
export function parseExpression(text: string): ParsedExpression {
  const { tokens, errors } = expressionLexer.tokenize(text);
  const foreign = tokens.find((token) => token.tokenType === t.Foreign);
  const unknown = errors[0];
  if (unknown && !(foreign && foreign.startOffset < unknown.offset)) {
    return { problem: explainCharacter(text, unknown.offset) };
  }
  if (foreign) return { problem: explainForeign(foreign) };
  const huge = tokens.find(({ tokenType, image }) => tokenType === t.Numeral && image.length > maxDigits);
  if (huge) return { problem: syntaxProblem('This number has too many digits.', spanOf(huge)) };
  const noDay = tokens.find(({ tokenType, image }) => tokenType === t.Day && dayNumber(image) === undefined);
  if (noDay) return { problem: syntaxProblem(`${noDay.image} is not a day that there is.`, spanOf(noDay)) };
  const noTime = tokens.find(({ tokenType, image }) => tokenType === t.Time && minuteNumber(image) === undefined);
  if (noTime) return { problem: explainTime(noTime) };
  const tooLong = findExcess(tokens);
  if (tooLong) return { problem: tooLong };

  expressionGrammar.input = tokens;
  const syntax = expressionGrammar.expression();
  const error = expressionGrammar.errors[0];
  return error ? { problem: explainError(text, tokens, error) } : { syntax };
}

function syntaxProblem(message: string, span: Span, hint?: string): ExpressionProblem {
  return { code: 'expression_syntax', message, start: span.start, end: span.end, ...(hint !== undefined && { hint }) };
}

function explainTime(time: IToken): ExpressionProblem {
  const padded = `0${time.image}`;
  const hint = minuteNumber(padded) === undefined ? 'Write a time from 00:00 to 23:59.' : `Write ${padded}.`;
  return syntaxProblem(`${time.image} is not a time of day.`, spanOf(time), hint);
}

function explainCharacter(text: string, offset: number): ExpressionProblem {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const span = { start: offset, end: offset + character.length };
  if (character === '"' || character === "'") {
    return syntaxProblem('This text has no closing quote.', span, `Put a ${character} at its end.`);
  }
  const hint = hintForCharacter(text, offset, character);
  return syntaxProblem(`${character} means nothing in an expression.`, span, hint);
}

const joined = 'Join conditions with and, or with or: a and b, a or b.';

function hintForCharacter(text: string, offset: number, character: string): string | undefined {
  if (character === ';') return text.slice(offset + 1).trim() === '' ? 'Remove it.' : joined;
  if (character === '?') return 'Write if(condition, a, b), or default(answer, 0).';
  if (character === '{' || character === '}')
    return 'A name stands in an expression without braces: hours, not {{hours}}.';
  return undefined;
}

const foreignSigns: Readonly<Record<string, string>> = {
  '&&': 'Write and.',
  '&': 'Write and.',
  '||': 'Write or.',
  '|': 'Write or.',
  '===': 'Write ==.',
  '!==': 'Write !=.',
  '=': 'To compare, write ==.',
  '!': 'Write not.',
  '=>': 'For “at least”, write >=.',
  '=<': 'For “at most”, write <=.',
  '<>': 'Write !=.',
  '**': 'Write ^.',
  '≥': 'Write >=.',
  '≤': 'Write <=.',
  '≠': 'Write !=.',
  '×': 'Write *.',
  '·': 'Write *.',
  '÷': 'Write /.',
  '−': 'Write -.',
  '–': 'Write -.',
};

function explainForeign({ image, ...token }: IToken): ExpressionProblem {
  const span = { start: token.startOffset, end: token.startOffset + image.length };
  if (image === '%') return syntaxProblem('% means nothing in an expression.', span);
  const hint = foreignSigns[image] ?? 'Use straight quotes: " or \'.';
  return syntaxProblem(`${image} is not a sign of this language.`, span, hint);
}

/** Keeps the depth of recursion within bounds, whatever the text. */
function findExcess(tokens: readonly IToken[]): ExpressionProblem | undefined {
  let depth = 0;
  let prefixes = 0;
  for (const [index, token] of tokens.entries()) {
    const { tokenType } = token;
    if (tokenType === t.Open || tokenType === t.OpenList) depth += 1;
    if (tokenType === t.Close || tokenType === t.CloseList) depth -= 1;
    prefixes = tokenType === t.Not || tokenType === t.Minus || tokenType === t.Power ? prefixes + 1 : prefixes;
    if (tokenType === t.And || tokenType === t.Or || tokenType === t.Plus) prefixes = 0;
    if (index >= maxTokens) {
      return syntaxProblem('This expression is too long.', spanOf(token), 'Split it up with variables.');
    }
    if (depth > deepest || prefixes > deepest) {
      return syntaxProblem('This expression is nested too deeply.', spanOf(token), 'Split it up with variables.');
    }
  }
  return undefined;
}

const otherWords: Readonly<Record<string, string>> = {
  is: '==',
  equals: '==',
  contains: 'has',
  includes: 'has',
  xor: '!=',
};

function explainError(text: string, tokens: readonly IToken[], error: IRecognitionException): ExpressionProblem {
  const { token } = error;
  if (tokens.length === 0) return syntaxProblem('There is no expression here.', { start: 0, end: text.length });
  const index = tokens.indexOf(token);
  const last = tokens.at(-1);
  if (index === -1 && last) return explainEnd(tokens, last);
  const span = spanOf(token);
  const word = token.image.toLowerCase();
  if (token.tokenType === t.Name && ['and', 'or', 'not', 'in', 'has', 'true', 'false'].includes(word)) {
    return syntaxProblem(`I did not expect ${token.image} here.`, span, `Write ${word} in small letters.`);
  }
  if (token.tokenType === t.Name && Object.hasOwn(otherWords, word)) {
    return syntaxProblem(`I did not expect ${token.image} here.`, span, `Write ${otherWords[word]}.`);
  }
  if (token.tokenType === t.Not && tokens[index + 1]?.tokenType === t.In) {
    return syntaxProblem('not stands before the whole comparison.', span, 'Write not (answer in ["a", "b"]).');
  }
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isDecimal = after?.tokenType === t.Numeral && after.startOffset === endOf(token);
  if (token.tokenType === t.Dot && isDecimal) {
    return syntaxProblem('A number begins with a digit.', span, `Write 0.${after.image}.`);
  }
  if (token.tokenType === t.Comma && isDecimal && before?.tokenType === t.Numeral) {
    const hint = /^\d{1,3},\d{3}$/.test(`${before.image},${after.image}`)
      ? `Write ${before.image}${after.image}: nothing stands between the thousands of a number.`
      : `Write ${before.image}.${after.image}: a number has a decimal point.`;
    return syntaxProblem('I did not expect , here.', span, hint);
  }
  if (token.tokenType === t.Comma && !isWithinBrackets(tokens.slice(0, index))) {
    return syntaxProblem('I did not expect , here.', span, joined);
  }
  if (isComparison(token) && tokens.slice(0, index).some(isComparison)) {
    const hint = 'Join two comparisons with and: 3 < hours and hours < 5.';
    return syntaxProblem("A comparison can't go on with another one.", span, hint);
  }
  return syntaxProblem(`I did not expect ${token.image} here.`, span);
}

function isWithinBrackets(tokens: readonly IToken[]): boolean {
  const count = (...types: readonly unknown[]): number =>
    tokens.filter(({ tokenType }) => types.includes(tokenType)).length;
  return count(t.Open, t.OpenList) > count(t.Close, t.CloseList);
}

function isComparison(token: IToken): boolean {
  const { tokenType } = token;
  return (tokenType.CATEGORIES ?? []).includes(t.Comparison) || tokenType === t.In || tokenType === t.Has;
}

function explainEnd(tokens: readonly IToken[], last: IToken): ExpressionProblem {
  const open: IToken[] = [];
  for (const token of tokens) {
    if (token.tokenType === t.Open || token.tokenType === t.OpenList) open.push(token);
    if (token.tokenType === t.Close || token.tokenType === t.CloseList) open.pop();
  }
  const unclosed = open.at(-1);
  const isWhole = [t.Name, t.Text, t.Numeral, t.Day, t.Time, t.Close, t.CloseList, t.True, t.False].some(
    (type) => type === last.tokenType,
  );
  if (unclosed && isWhole) {
    return syntaxProblem(`This ${unclosed.image} is never closed.`, spanOf(unclosed));
  }
  return syntaxProblem(`Something is missing after ${last.image}.`, { start: last.startOffset, end: endOf(last) });
}
