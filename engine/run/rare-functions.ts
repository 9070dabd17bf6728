import { yearsBetween } from './days.ts';
import { arithmetic, rareFunctions } from './expression.ts';
import { fold } from './fold.ts';

Object.assign(rareFunctions, {
  years_since: (...days) => arithmetic(days, yearsBetween),
  contains: (text, part) => typeof text === 'string' && fold(text).includes(String(part)),
} satisfies typeof rareFunctions);
