import type { Expression } from '../../model.ts';
import { printExpression } from '../expression/print.ts';

/** Gives the name of a condition, by the text that the author wrote. */
export type ReadCondition = (text: string) => string;

/** Collects the conditions of a funnel under names that can be read: what the author wrote. Equal ones are shared. */
export class Conditions {
  readonly #byName = new Map<string, Expression>();

  /** The name of a condition that the author wrote. */
  addWritten(text: string, expression: Expression): string {
    const name = foldSpace(text);
    this.#byName.set(name, expression);
    return name;
  }

  /** The name of a condition that follows from the flow, such as that of an option's `next`. */
  add(expression: Expression): string {
    return this.addWritten(printExpression(expression), expression);
  }

  toRecord(): Readonly<Record<string, Expression>> {
    return Object.fromEntries(this.#byName);
  }
}

/** Line breaks and runs of spaces become one space, but not within quotes. */
function foldSpace(text: string): string {
  return text.trim().replaceAll(/("[^"]*"|'[^']*')|\s+/g, (_all, literal: string | undefined) => literal ?? ' ');
}
