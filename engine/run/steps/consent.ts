import { asItIs, pick, tidyText, type StepRules } from './rules.ts';

/** Whether the visitor agrees: `yes` or `no`. */
export const consent: StepRules<'consent'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required'), consent: words.consent ?? '' }),
  question: {
    ...asItIs,
    check({ required }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      if (value === '' || (value === 'no' && required)) return 'required';
      return value === 'yes' || value === 'no' ? null : 'unknown_option';
    },
    nothing: '',
    tidy: tidyText,
    inWords: (_step, answer) => (answer === 'yes' ? '✓' : '✗'),
  },
};
