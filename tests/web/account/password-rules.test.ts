import { describe, expect, test } from 'vitest';
import { meetsPasswordRules } from '../../../api/platform/http/check.ts';
import { meetsRule, passwordRules } from '../../../web/pages/account/NewPasswordField.tsx';

const unmetBy = (password: string) => passwordRules.filter((rule) => !meetsRule(password, rule));

describe('section 5: at least 6 characters, a letter and a digit, special characters allowed', () => {
  test.each([
    ['', ['length', 'letter', 'digit']],
    ['a1', ['length']],
    ['abcdef', ['digit']],
    ['123456', ['letter']],
    ['!!!!!!', ['letter', 'digit']],
    ['abcde1', []],
    ['ñandú7', []],
    ['пароль٣', []],
    ['🌙🌙🌙🌙a1', []],
    ['🌙🌙a1', ['length']],
    [' a 1 ! ', []],
  ])('"%s" lacks %j, and the server agrees', (password, lacking) => {
    expect(unmetBy(password)).toEqual(lacking);
    expect(meetsPasswordRules(password)).toBe(lacking.length === 0);
  });
});
