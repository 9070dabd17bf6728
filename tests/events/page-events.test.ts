import { describe, expect, test } from 'vitest';
import { readPageEvents } from '../../api/events/page-events.ts';
import { emailPlaceholder } from '../../engine/run/steps/email.ts';
import { phonePlaceholder } from '../../engine/run/steps/phone.ts';
import { textPlaceholder } from '../../engine/run/steps/text.ts';
import { firstEvents, start } from './told.ts';

const saved = { version: 'v1', at: 'hours', answers: { trouble: 'a', habits: ['a', 'b'] }, counter: 2, goals: ['g'] };

const open = (change: object): unknown[] => [0, 'open', { ...start, ...change }];
const cameBy = (source: string) => open({ source, query: { utm_source: source, coach: 'eva' } });

describe('events of a page', () => {
  test.each([
    ['as they begin a page', 0, firstEvents],
    ['that go on', 1, [[9000, 'back', 'trouble']]],
    ['of a page that left the screen and came back', 4, [[1, 'hide'], [2, 'show']]], // prettier-ignore
    ['with every kind of answer', 1, [7, 'one', ['one', 'two_b'], ['row_a.two_b', 'row_b.one'], [], '', textPlaceholder, emailPlaceholder, phonePlaceholder].map((answer) => [1, 'answer', 'a', answer])], // prettier-ignore
    ['of a visit that goes on', 0, [[0, 'open', { ...start, source: 'meta', query: { utm_source: 'Año 1' }, stepsLimit: 5, saved }]]], // prettier-ignore
  ] as [string, number, unknown[][]][])('are taken %s', (_, n, events) => {
    expect(readPageEvents(events, n)).toEqual({ ok: true, events });
  });

  test('have their utm_source cut to what a source can be', () => {
    const cut = { ok: true, events: [cameBy('')] };
    expect(readPageEvents([cameBy('ana@example.org')], 0)).toEqual(cut);
    expect(readPageEvents([cameBy('x'.repeat(2_000))], 0)).toEqual({ ok: true, events: [cameBy('x'.repeat(64))] });
  });

  const refusals: [what: string, event: unknown[], field: string, code: string][] = [
    ['without a beginning', [0, 'next', 'a'], '1', 'invalid'],
    ['with a time that is text', ['0', 'open', start], '0', 'wrong_type'],
    ['before the page was opened', [-1, 'open', start], '0', 'invalid'],
    ['at no time', [Number.POSITIVE_INFINITY, 'open', start], '0', 'invalid'],
    ['that begin on nothing', [0, 'open'], '', 'required'],
    ['that begin on a text', [0, 'open', 'v1'], '2', 'wrong_type'],
    ['that begin on no version', open({ version: undefined }), '2.version', 'required'],
    ['that begin on another thing', open({ userAgent: 'x' }), '2.userAgent', 'unknown_field'],
    ['from a very long campaign', open({ source: 'a'.repeat(2_001) }), '2.source', 'too_long'],
    ['with a parameter that is no text', open({ query: { a: 1 } }), '2.query.a', 'wrong_type'],
    ['with half a visit', open({ saved: { ...saved, at: undefined } }), '2.saved.at', 'required'],
    ['with a saved text', open({ saved: { ...saved, answers: { a: 'Too tired.' } } }), '2.saved.answers.a', 'invalid'],
    ['with a goal that is no name', open({ saved: { ...saved, goals: [{}] } }), '2.saved.goals.0', 'invalid'],
  ];
  test.each(refusals)('are refused %s', (_, event, field, code) => {
    const place = field === '' ? 'events.0' : `events.0.${field}`;
    expect(readPageEvents([event], 0)).toEqual({ ok: false, mistake: { field: place, code } });
  });

  const later: [what: string, event: unknown[], field: string, code: string][] = [
    ['a page that is opened again', [0, 'open', start], '1', 'invalid'],
    ['an unknown kind', [0, 'sign_up'], '1', 'invalid'],
    ['a kind of every object', [0, 'constructor'], '1', 'invalid'],
    ['a step that is no name', [0, 'next', 'a b'], '2', 'invalid'],
    ['no step', [0, 'back'], '', 'required'],
    ['too much', [0, 'hide', 'trouble'], '', 'too_long'],
    ['what a visitor wrote', [0, 'answer', 'a', 'I can’t sleep'], '3', 'invalid'],
    ['the address of a visitor', [0, 'answer', 'a', 'ana@example.org'], '3', 'invalid'],
    ['an address among options', [0, 'answer', 'a', ['b', 'ana@example.org']], '3.1', 'invalid'],
    ['a number that is none', [0, 'answer', 'a', Number.NaN], '3', 'invalid'],
    ['an answer of no kind', [0, 'answer', 'a', { b: 1 }], '3', 'wrong_type'],
    ['very many options', [0, 'answer', 'a', Array(501).fill('a')], '3', 'too_long'],
  ];
  test.each(later)('are refused with %s, by its place', (_, event, field, code) => {
    const place = field === '' ? 'events.1' : `events.1.${field}`;
    const events = [[5, 'hide'], event];
    expect(readPageEvents(events, 3)).toEqual({ ok: false, mistake: { field: place, code } });
  });
});
