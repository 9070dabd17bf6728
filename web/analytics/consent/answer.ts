import { readEntry, writeEntry } from '../../storage.ts';

/** `open`: the visitor is to be asked. */
export type Answer = 'yes' | 'no' | 'open';

const answerKey = 'consent';
/** The specification's longest memory (section 9). */
const mostDays = 365;

/**
 * Whether the visitor lets services be told of them: what they answered counts for a year. Until they answer, a browser
 * that asks not to be tracked (Global Privacy Control) has answered for them.
 */
export function readAnswer(asks: boolean): Answer {
  const { answer, at } = (readEntry(answerKey) ?? {}) as { readonly answer?: unknown; readonly at?: unknown };
  const isFresh = typeof at === 'number' && Math.abs(Date.now() - at) < mostDays * 86_400_000;
  if (isFresh && (answer === 'yes' || answer === 'no')) return answer;
  if (asksNotToBeTracked()) return 'no';
  return asks ? 'open' : 'yes';
}

/** Remembers what the visitor answered. */
export function writeAnswer(answer: Exclude<Answer, 'open'>): void {
  writeEntry(answerKey, { answer, at: Date.now() });
}

function asksNotToBeTracked(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}
