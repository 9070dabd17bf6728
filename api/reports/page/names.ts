import type { FunnelWords, Text } from '../../../engine/model.ts';

/** What steps, answers and outcomes are called: the words that visitors read; where there are none, their ids. */
export interface Names {
  readonly step: (id: string) => string;
  readonly answer: (step: string, key: string) => string;
  readonly outcome: (id: string) => string;
}

/** Without words, and of what the funnel no longer has, names are ids. */
export function createNames(words: FunnelWords | undefined): Names {
  return {
    step: (id) => plain(own(words?.steps, id)?.title) ?? id,
    answer(step, key) {
      const option = own(own(words?.steps, step)?.options, key);
      return (typeof option === 'object' ? option.label : option) ?? key;
    },
    outcome: (id) => plain(own(words?.outcomes, id)?.title) ?? id,
  };
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Answers that are recalled in it stand as an ellipsis. */
function plain(text: Text | undefined): string | undefined {
  if (text === undefined || typeof text === 'string') return text;
  return text.map((piece) => (typeof piece === 'string' ? piece : '…')).join('');
}
