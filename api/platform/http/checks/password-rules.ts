/** At least 6 characters, a letter and a digit of any script; everything else is allowed too (specification, section 5). */
export function keepsPasswordRules(password: string): boolean {
  return /^.{6}/su.test(password) && /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
}
