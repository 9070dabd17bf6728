import { EmbeddedActionsParser, type IToken } from 'chevrotain';
import type { BinaryOperator } from '../../model.ts';
import { dayNumber } from '../../run/days.ts';
import { minuteNumber } from '../../run/times.ts';
import type { ExpressionSyntax, Span } from './syntax.ts';
import { tokens as t } from './tokens.ts';

/**
 * The grammar, loosest first: `or`, `and`, `not`, one comparison, `+ -`, `* /`, unary `-`, `^` (to the right).
 * Every rule gives the syntax of what it has read.
 */
class ExpressionGrammar extends EmbeddedActionsParser {
  constructor() {
    super(t, { maxLookahead: 2, recoveryEnabled: false });
    this.performSelfAnalysis();
  }

  readonly expression = this.RULE('expression', (): ExpressionSyntax => {
    let left = this.SUBRULE(this.conjunction);
    this.MANY(() => {
      this.CONSUME(t.Or);
      const right = this.SUBRULE2(this.conjunction);
      left = binary('or', left, right);
    });
    return left;
  });

  readonly conjunction = this.RULE('conjunction', (): ExpressionSyntax => {
    let left = this.SUBRULE(this.negation);
    this.MANY(() => {
      this.CONSUME(t.And);
      const right = this.SUBRULE2(this.negation);
      left = binary('and', left, right);
    });
    return left;
  });

  readonly negation = this.RULE('negation', (): ExpressionSyntax =>
    this.OR([
      {
        ALT: () => {
          const sign = this.CONSUME(t.Not);
          const operand = this.SUBRULE(this.negation);
          return { kind: 'unary', operator: 'not', operand, start: sign.startOffset, end: operand.end };
        },
      },
      { ALT: () => this.SUBRULE(this.comparison) },
    ]),
  );

  readonly comparison = this.RULE('comparison', (): ExpressionSyntax => {
    const left = this.SUBRULE(this.sum);
    return (
      this.OPTION(() => {
        const operator = this.OR([
          { ALT: () => this.CONSUME(t.Comparison) },
          { ALT: () => this.CONSUME(t.In) },
          { ALT: () => this.CONSUME(t.Has) },
        ]);
        const right = this.SUBRULE2(this.sum);
        return this.ACTION(() => binary(operator.image as BinaryOperator, left, right));
      }) ?? left
    );
  });

  readonly sum = this.RULE('sum', (): ExpressionSyntax => {
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const operator = this.CONSUME(t.Additive);
      const right = this.SUBRULE2(this.product);
      left = this.ACTION(() => binary(operator.image as BinaryOperator, left, right));
    });
    return left;
  });

  readonly product = this.RULE('product', (): ExpressionSyntax => {
    let left = this.SUBRULE(this.signed);
    this.MANY(() => {
      const operator = this.CONSUME(t.Multiplicative);
      const right = this.SUBRULE2(this.signed);
      left = this.ACTION(() => binary(operator.image as BinaryOperator, left, right));
    });
    return left;
  });

  readonly signed = this.RULE('signed', (): ExpressionSyntax =>
    this.OR([
      {
        ALT: () => {
          const sign = this.CONSUME(t.Minus);
          const operand = this.SUBRULE(this.signed);
          return { kind: 'unary', operator: '-', operand, start: sign.startOffset, end: operand.end };
        },
      },
      { ALT: () => this.SUBRULE(this.power) },
    ]),
  );

  readonly power = this.RULE('power', (): ExpressionSyntax => {
    const base = this.SUBRULE(this.primary);
    return (
      this.OPTION(() => {
        this.CONSUME(t.Power);
        const exponent = this.SUBRULE(this.signed);
        return binary('^', base, exponent);
      }) ?? base
    );
  });

  readonly primary = this.RULE('primary', (): ExpressionSyntax =>
    this.OR([
      { ALT: () => this.SUBRULE(this.literal) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.reference) },
      { ALT: () => this.SUBRULE(this.parenthesis) },
    ]),
  );

  readonly literal = this.RULE('literal', (): ExpressionSyntax => {
    const token = this.OR([
      { ALT: () => this.CONSUME(t.Text) },
      { ALT: () => this.CONSUME(t.Day) },
      { ALT: () => this.CONSUME(t.Time) },
      { ALT: () => this.CONSUME(t.Numeral) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
    ]);
    return this.ACTION(() => ({
      kind: 'literal',
      value: literalValue(token),
      ...(token.tokenType === t.Day && { of: 'day' }),
      ...(token.tokenType === t.Time && { of: 'time' }),
      ...spanOf(token),
    }));
  });

  readonly list = this.RULE('list', (): ExpressionSyntax => {
    const items: ExpressionSyntax[] = [];
    const open = this.CONSUME(t.OpenList);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.expression)) });
    const close = this.CONSUME(t.CloseList);
    return { kind: 'list', items, start: open.startOffset, end: close.startOffset + 1 };
  });

  readonly parenthesis = this.RULE('parenthesis', (): ExpressionSyntax => {
    const open = this.CONSUME(t.Open);
    const inner = this.SUBRULE(this.expression);
    const close = this.CONSUME(t.Close);
    return { ...inner, start: open.startOffset, end: close.startOffset + 1 };
  });

  readonly reference = this.RULE('reference', (): ExpressionSyntax => {
    const name = this.CONSUME(t.Name);
    return (
      this.OPTION(() =>
        this.OR([
          { ALT: () => this.SUBRULE(this.member, { ARGS: [name] }) },
          { ALT: () => this.SUBRULE(this.call, { ARGS: [name] }) },
        ]),
      ) ?? { kind: 'name', name: name.image, ...spanOf(name) }
    );
  });

  readonly member = this.RULE('member', (object: IToken): ExpressionSyntax => {
    this.CONSUME(t.Dot);
    const property = this.CONSUME(t.Name);
    return this.ACTION(() => ({
      kind: 'member',
      object: object.image,
      property: property.image,
      propertySpan: spanOf(property),
      start: object.startOffset,
      end: endOf(property),
    }));
  });

  readonly call = this.RULE('call', (name: IToken): ExpressionSyntax => {
    const given: ExpressionSyntax[] = [];
    this.CONSUME(t.Open);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => given.push(this.SUBRULE(this.expression)) });
    const close = this.CONSUME(t.Close);
    return this.ACTION(() => ({
      kind: 'call',
      name: name.image,
      nameSpan: spanOf(name),
      arguments: given,
      start: name.startOffset,
      end: close.startOffset + 1,
    }));
  });
}

/** The one parser; it keeps nothing between two texts. */
export const expressionGrammar = new ExpressionGrammar();

/** Where a token ends; the lexer knows the offset of its last character. */
export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: endOf(token) };
}

function binary(operator: BinaryOperator, left: ExpressionSyntax, right: ExpressionSyntax): ExpressionSyntax {
  return { kind: 'binary', operator, left, right, start: left.start, end: right.end };
}

function literalValue(token: IToken): string | number | boolean {
  if (token.tokenType === t.Text) return token.image.slice(1, -1);
  if (token.tokenType === t.Numeral) return Number(token.image);
  if (token.tokenType === t.Day) return dayNumber(token.image) ?? 0;
  if (token.tokenType === t.Time) return minuteNumber(token.image) ?? 0;
  return token.tokenType === t.True;
}
