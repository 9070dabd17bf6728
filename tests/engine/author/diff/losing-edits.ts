import type { Replacements } from './edit.ts';

/** An edit of the sound funnel, where its one problem is, what the message and the hint say, and the visit that shows it. */
export interface LosingEdit {
  readonly edit: Replacements;
  readonly at: string;
  readonly says: RegExp;
  readonly hint: RegExp;
  readonly last: { readonly step: string; readonly answer?: unknown };
}

/** Edits that cost visitors in the middle an answer. */
export const losing: Readonly<Record<string, LosingEdit>> = {
  'a question with another id and field': {
    edit: [
      ['- id: name\n', '- id: nickname\n'],
      ['field: firstName', 'field: nick'],
      ['  name: { title', '  nickname: { title'],
      ['{{firstName', '{{nick'],
      ['to: name', 'to: nickname'],
    ],
    at: '41:9',
    says: /answered “name” would lose/,
    hint: /"renamed_from: \[name, firstName\]"/,
    last: { step: 'name', answer: 'a' },
  },
  'a question with another field': {
    edit: [
      ['field: firstName', 'field: givenName'],
      ['{{firstName', '{{givenName'],
    ],
    at: '43:12',
    says: /field “firstName”, and now “givenName”/,
    hint: /"field: firstName"/,
    last: { step: 'name', answer: 'a' },
  },
  'a question with an id that is nothing like the old one': {
    edit: [
      ['- id: contact', '- id: where_to_write'],
      ['  contact: {', '  where_to_write: {'],
    ],
    at: '44:9',
    says: /answered “contact” would lose/,
    hint: /"renamed_from: contact"/,
    last: { step: 'contact', answer: 'a@example.com' },
  },
  'a question that is gone': {
    edit: [
      ['  - id: contact\n    type: email\n', ''],
      ['  contact: { title: Your address? }\n', ''],
      ['  contact: { title: ¿Tu correo? }\n', ''],
    ],
    at: '12:1',
    says: /answered “contact” would lose.*no such question any more/,
    hint: /Put the question back/,
    last: { step: 'contact', answer: 'a@example.com' },
  },
  'a question that is no question any more': {
    edit: [['- id: contact\n    type: email', '- id: contact\n    type: info']],
    at: '45:11',
    says: /“contact”.*it was of the type email, and now it is info/,
    hint: /Keep the type/,
    last: { step: 'contact', answer: 'a@example.com' },
  },
  'a question of another type': {
    edit: [
      ['type: multiple_choice\n    choose: { min: 1, max: 2 }', 'type: single_choice'],
      ['neither: { exclusive: true }', 'neither: {}'],
    ],
    at: '22:11',
    says: /“habits”.*it was of the type multiple_choice, and now it is single_choice/,
    hint: /Keep the type/,
    last: { step: 'habits', answer: ['coffee_late'] },
  },
  'an option with another key': {
    edit: [['falling_asleep', 'fall_asleep']],
    at: '18:7',
    says: /chose “falling_asleep” in “trouble”/,
    hint: /"renamed_from: falling_asleep"/,
    last: { step: 'trouble', answer: 'falling_asleep' },
  },
  'an option that is gone': {
    edit: [
      ['      falling_asleep: { score: 2 }\n', ''],
      ["      falling_asleep: I can't fall asleep\n", ''],
      ['      falling_asleep: No me duermo\n', ''],
    ],
    at: '17:5',
    says: /chose “falling_asleep” in “trouble”.*no such option/,
    hint: /Put the option back/,
    last: { step: 'trouble', answer: 'falling_asleep' },
  },
  'an option of several that is gone': {
    edit: [
      ['      coffee_late: { score: 2 }\n', ''],
      ['coffee_late: Coffee, ', ''],
      ['coffee_late: Café, ', ''],
      ['max: 2 }', 'max: 1 }'],
    ],
    at: '24:5',
    says: /chose “coffee_late” in “habits”/,
    hint: /Put the option back/,
    last: { step: 'habits', answer: ['coffee_late'] },
  },
  'fewer options to choose': {
    edit: [['choose: { min: 1, max: 2 }', 'choose: { min: 1, max: 1 }']],
    at: '23:28',
    says: /“habits” with more than 1 option/,
    hint: /Allow it again/,
    last: { step: 'habits', answer: ['coffee_late', 'phone_in_bed'] },
  },
  'more options to choose': {
    edit: [['choose: { min: 1, max: 2 }', 'choose: { min: 2, max: 2 }']],
    at: '23:20',
    says: /“habits” with fewer than 2 options/,
    hint: /Allow it again/,
    last: { step: 'habits', answer: ['coffee_late'] },
  },
  'an option that excludes others': {
    edit: [['coffee_late: { score: 2 }', 'coffee_late: { score: 2, exclusive: true }']],
    at: '25:7',
    says: /“habits” with “coffee_late” and others/,
    hint: /Allow it again/,
    last: { step: 'habits', answer: ['coffee_late', 'phone_in_bed'] },
  },
  'a higher minimum': {
    edit: [['min: 3\n', 'min: 4\n']],
    at: '31:10',
    says: /“hours” with less than 4/,
    hint: /Allow it again/,
    last: { step: 'hours', answer: 3 },
  },
  'a lower maximum': {
    edit: [['max: 10\n', 'max: 9\n']],
    at: '32:10',
    says: /“hours” with more than 9/,
    hint: /Allow it again/,
    last: { step: 'hours', answer: 9.5 },
  },
  'a coarser step': {
    edit: [['step: 0.5\n', 'step: 1\n']],
    at: '33:11',
    says: /“hours” with 3\.5, for example/,
    hint: /Allow it again/,
    last: { step: 'hours', answer: 3.5 },
  },
  'a shorter text': {
    edit: [['field: firstName', 'field: firstName\n    max_length: 20']],
    at: '44:17',
    says: /“name” with more than 20 characters/,
    hint: /Allow it again/,
    last: { step: 'name', answer: 'a'.repeat(200) },
  },
  'two questions that become one': {
    edit: [
      ['  - id: name\n    type: text\n    field: firstName\n', ''],
      ['to: name', 'to: contact'],
      ['  - id: contact\n    type: email\n', '  - id: contact\n    type: text\n    renamed_from: [name, firstName]\n'],
      ['  name: { title: Your name?, placeholder: Ada }\n', ''],
      ['  name: { title: ¿Tu nombre?, placeholder: Ada }\n', ''],
      ['{{firstName', '{{contact'],
    ],
    at: '43:19',
    says: /answered “name” and “contact” would keep only one of these answers: “contact” takes them all over/,
    hint: /Keep the questions apart/,
    last: { step: 'analysing' },
  },
};
