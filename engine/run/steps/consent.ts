import { asItIs, pick, tidyText, type StepRules } from './rules.ts';

/** Whether the visitor agrees: `yes` or `no`. */
export const consent: StepRules<'consent'> = {
  screen: (step, { words }) => ({ ...pick(step, 'required'), consent: words.consent ?? '' }),
  isPassedOver: false,
  question: {
    ...asItIs,
    check({ required }, value) {
      if (typeof value !== 'string') return 'wrong_type';
      if (value === '' || (value === 'no' && required)) return 'required';
      return value === 'yes' || value === 'no' ? null : 'unknown_option';
    },
    isOptional: () => false,
    nothing: '',
    tidy: tidyText,
    inWords: (_step, answer) => (answer === 'yes' ? '✓' : '✗'),
  },
};
