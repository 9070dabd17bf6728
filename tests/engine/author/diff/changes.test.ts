import { describe, expect, test } from 'vitest';
import { compareFlows } from '../../../../engine/author/diff/compare-funnels.ts';
import { matchVersions } from '../../../../engine/author/diff/versions.ts';
import { edit, type Replacements } from './edit.ts';

function said(...replacements: Replacements) {
  const { before, after } = edit(...replacements);
  const changes = compareFlows(before, after, matchVersions(before.funnel, after.funnel));
  return changes.map((part) => [`${part.kind} ${part.id}`, ...part.changes]);
}

const rows: readonly (readonly [title: string, edit: Replacements, expected: readonly (readonly string[])[]])[] = [
  ['nothing', [], []],
  ['the path', [['path: /sleep', 'path: /nights']], [['funnel sleep', 'path: /sleep → /nights']]],
  ['the storage key', [['wizardSleep', 'wizardNights']], [['funnel sleep', 'storage key: wizardSleep → wizardNights']]],
  [
    'a goal of the funnel',
    [['finish: sleep_finish', 'finish: slept']],
    [['funnel sleep', 'goal at the finish: sleep_finish → slept']],
  ],
  [
    'a variable',
    [['"max(0, 8 - hours)"', '"max(0, 7 - hours)"']],
    [['funnel sleep', 'variable "debt": max(0, 8 - hours) → max(0, 7 - hours)']],
  ],
  [
    'the weights of an experiment',
    [['plain: 50', 'plain: 80']],
    [['funnel sleep', 'experiment "proof": plain 50, doctors 50 → plain 80, doctors 50']],
  ],
  [
    'texts by variant',
    [
      ['title: Welcome\n', 'title: { variant.proof: { plain: Welcome, doctors: Hello } }\n'],
      ['title: Hola\n', 'title: { variant.proof: { plain: Hola, doctors: Buenas } }\n'],
      ['early or late', '{ variant.proof: { plain: early or late, doctors: any } }'],
      ['tarde o temprano', '{ variant.proof: { plain: de noche, doctors: cualquiera } }'],
    ],
    [
      ['step welcome', 'title (en, proof: doctors): now “Hello”', 'title (es, proof: doctors): now “Buenas”'],
      [
        'step trouble',
        'options, note of shift_work (en, proof: doctors): now “any”',
        'options, note of shift_work (es): “tarde o temprano” → “de noche”',
        'options, note of shift_work (es, proof: doctors): now “cualquiera”',
      ],
    ],
  ],
  [
    'beginning anew',
    [['finish: results', 'finish: results\nrestart: true']],
    [['funnel sleep', 'visitors start again (restart): now yes']],
  ],
  [
    'a step more',
    [
      ['  - id: hours\n', '  - { id: fact, type: info }\n  - id: hours\n'],
      ['  hours:\n', '  fact: { title: Fact }\n  hours:\n'],
    ],
    [['step fact', 'added: info, after "habits"']],
  ],
  [
    'a step less',
    [
      ['  - id: contact\n    type: email\n', ''],
      ['  contact: { title: Your address? }\n', ''],
      ['  contact: { title: ¿Tu correo? }\n', ''],
    ],
    [['step contact', 'removed']],
  ],
  [
    'two steps that become one',
    [
      ['  - id: name\n    type: text\n    field: firstName\n', ''],
      ['to: name', 'to: contact'],
      ['  - id: contact\n    type: email\n', '  - id: contact\n    type: email\n    renamed_from: [name, firstName]\n'],
      ['  name: { title: Your name?, placeholder: Ada }\n', ''],
      ['  name: { title: ¿Tu nombre?, placeholder: Ada }\n', ''],
      ['{{firstName', '{{contact'],
    ],
    [
      ['step name', 'now part of "contact"'],
      [
        'outcome urgent',
        'summary (en): “You sleep {{hours}}, {{firstName|friend}}.” → “You sleep {{hours}}, {{contact|friend}}.”',
        'summary (es): “Duermes {{hours}}, {{firstName|amigo}}.” → “Duermes {{hours}}, {{contact|amigo}}.”',
      ],
    ],
  ],
  [
    'two options that become one',
    [
      ['falling_asleep: { score: 2 }\n', 'nights: { score: 2, renamed_from: [falling_asleep, shift_work] }\n'],
      ['      shift_work: {}\n', ''],
      ["      falling_asleep: I can't fall asleep\n", "      nights: I can't fall asleep\n"],
      ['      falling_asleep: No me duermo\n', '      nights: No me duermo\n'],
      ['      shift_work: { label: Shifts, note: early or late }\n', ''],
      ['      shift_work: { label: Turnos, note: tarde o temprano }\n', ''],
      ['trouble == "shift_work"', 'trouble == "nights"'],
    ],
    [
      ['step trouble', 'option "falling_asleep": renamed to "nights"', 'option "shift_work": now part of "nights"'],
      ['step note', 'shown if: trouble == "shift_work" → trouble == "nights"'],
    ],
  ],
  [
    'a renamed step',
    [
      ['- id: contact\n', '- id: address\n    renamed_from: contact\n    field: contact\n'],
      ['  contact: {', '  address: {'],
    ],
    [['step address', 'renamed from "contact"']],
  ],
  [
    'a step that moved',
    [
      ['  - id: contact\n    type: email\n', ''],
      ['  - id: trouble\n', '  - id: contact\n    type: email\n  - id: trouble\n'],
    ],
    [['step contact', 'moved, after "welcome"']],
  ],
  [
    'a type',
    [['- id: contact\n    type: email', '- id: contact\n    type: text']],
    [['step contact', 'type: email → text', 'longest text: now 200']],
  ],
  [
    'a condition, a counting flag and a goal',
    [['show_if: trouble == "shift_work"', 'show_if: hours > 9\n    counts: true\n    goal: noted']],
    [
      [
        'step note',
        'shown if: trouble == "shift_work" → hours > 9',
        'counts as an answer: no → yes',
        'goal: now noted',
      ],
    ],
  ],
  [
    'where a step leads',
    [['{ when: hours < 5, to: name }', '{ when: hours < 4, to: name }']],
    [['step hours', 'next: if hours < 5 to name, else to note → if hours < 4 to name, else to note']],
  ],
  [
    'options',
    [
      ['      falling_asleep: { score: 2 }\n', ''],
      [
        '      shift_work: {}\n',
        '      noise: {}\n      shift_work: { score: 1 }\n      sleepless: { renamed_from: falling_asleep }\n',
      ],
      ["      falling_asleep: I can't fall asleep\n", "      sleepless: I can't fall asleep\n      noise: Noise\n"],
      ['      falling_asleep: No me duermo\n', '      sleepless: No me duermo\n      noise: Ruido\n'],
    ],
    [
      [
        'step trouble',
        'option "noise": added',
        'option "shift_work", score: now 1 score',
        'option "falling_asleep": renamed to "sleepless"',
        'option "sleepless", score: no longer 2 score',
        'options in another order: waking_at_night, noise, shift_work, sleepless',
      ],
    ],
  ],
  [
    'an outcome',
    [['strain >= 6 or hours < 5', 'strain >= 5 or hours < 5']],
    [['outcome urgent', 'when: strain >= 6 or hours < 5 → strain >= 5 or hours < 5']],
  ],
  [
    'the topics of an outcome',
    [['[deep-sleep, wind-down]', '[wind-down]']],
    [['outcome gentle', 'topics: deep-sleep, wind-down → wind-down']],
  ],
  [
    'words, in each language',
    [
      ['name: Sleep\n', 'name: Nights\n'],
      ['title: Your nights are fine', 'title: All is well'],
      ['shift_work: { label: Turnos, note: tarde o temprano }', 'shift_work: { label: Turnos, note: siempre }'],
      ['{{firstName|friend}}', '{{firstName|you}}'],
    ],
    [
      ['funnel sleep', 'name (en): “Sleep” → “Nights”'],
      ['step trouble', 'options, note of shift_work (es): “tarde o temprano” → “siempre”'],
      [
        'outcome urgent',
        'summary (en): “You sleep {{hours}}, {{firstName|friend}}.” → “You sleep {{hours}}, {{firstName|you}}.”',
      ],
      ['outcome gentle', 'title (en): “Your nights are fine” → “All is well”'],
    ],
  ],
];

describe('what has changed is said in words', () => {
  test.each(rows)('%s', (_title, edit, expected) => {
    expect(said(...edit)).toEqual(expected);
  });
});
