import type { FunnelData, MarkedText } from '../../../engine/model.ts';

/** A quiz as a page written by hand needs it: a list of texts. No rules, no scores, no recall. */
export interface Quiz {
  readonly finish: string;
  readonly steps: readonly {
    readonly title: string;
    readonly body: readonly string[];
    /** Label of the one button of a step that asks nothing. */
    readonly button: string;
    readonly options: readonly { readonly key: string; readonly label: string }[];
  }[];
}

/** The words of a funnel of single-choice steps, in the order of the file. */
export function quizOf({ funnel, words }: FunnelData): Quiz {
  const [outcome] = Object.values(words.outcomes);
  const steps = funnel.steps.map(({ id }) => {
    const { title, subtitle, body, button, options } = words.steps[id]!;
    return {
      title: plain(title),
      body: [...(subtitle === undefined ? [] : [subtitle]), ...(body ?? [])].map(plain),
      button: plain(button ?? 'Continue'),
      options: Object.entries(options ?? {}).map(([key, label]) => ({
        key,
        label: typeof label === 'string' ? label : label.label,
      })),
    };
  });
  return { finish: plain(outcome!.title), steps };
}

/** Without what is recalled and marked: the name of the field stands there, and the words. */
function plain(text: MarkedText): string {
  if (typeof text === 'string') return text;
  if ('tag' in text) return text.parts.map(plain).join('');
  return text.map((part) => (typeof part === 'string' ? part : part.recall)).join('');
}
