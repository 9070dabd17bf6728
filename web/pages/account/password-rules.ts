const rules = {
  length: (password: string) => Array.from(password).length >= 6,
  letter: (password: string) => /\p{L}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;

export type PasswordRule = keyof typeof rules;

/** What a password needs: at least 6 characters, a letter and a digit (specification, section 5). */
export const passwordRules = Object.keys(rules) as readonly PasswordRule[];

export function meetsRule(password: string, rule: PasswordRule): boolean {
  return rules[rule](password);
}
