import { yearsBetween } from './days.ts';
import { rareFunctions } from './expression.ts';

Object.assign(rareFunctions, { years_since: yearsBetween } satisfies typeof rareFunctions);
