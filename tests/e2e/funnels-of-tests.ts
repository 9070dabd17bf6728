import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the project's funnels that a test may change. */
export function copyOfFunnels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  cpSync('funnels', folder, { recursive: true });
  return folder;
}

const fifthFlow = `funnel: morning-energy
path: /morning-energy
storage_key: wizardMorningEnergy
locales: [en, es]
goals: { start: wizard_start_morning, finish: wizard_finish_morning }
steps:
  - { id: welcome, type: intro }
  - id: wake
    type: single_choice
    options: { rested: {}, heavy: { score: 2 }, rushed: { next: rush_note } }
  - { id: coffee, type: multiple_choice, options: { one: {}, many: { score: 1 }, none: { exclusive: true } } }
  - { id: since, type: date, min: 2000-01-01, max: 0 }
  - { id: lately, type: info, show_if: since > today - 30 }
  - { id: rush_note, type: info, show_if: wake == "rushed" }
  - { id: hours, type: number, input: slider, min: 3, max: 10, step: 0.5, unit: hours }
  - { id: contact, type: email, lead: { with: [wake, hours] }, show_if: wake == "heavy" }
variables: { load: { sum: score } }
outcomes:
  heavy: { when: load >= 2 or hours < 5, topics: [deep-sleep, wind-down] }
  light: { else: true, topics: [calm-evening] }
finish: results
`;

const fifthWords = {
  en: [
    'Morning energy',
    'How do you wake up?',
    'Slow mornings',
    'Light mornings',
    'You said:',
    'Since when?',
    'We write to you.',
  ],
  es: [
    'Energía de mañana',
    '¿Cómo te despiertas?',
    'Mañanas lentas',
    'Mañanas ligeras',
    'Dijiste:',
    '¿Desde cuándo?',
    'Te escribimos.',
  ],
};

/** Adds a fifth funnel to this folder, as a marketer would: three YAML files and nothing else. */
export function addFifthFunnel(folder: string): void {
  writeFileSync(path.join(folder, 'morning-energy.yaml'), fifthFlow);
  for (const [locale, [name, question, heavy, light, said, since, consent]] of Object.entries(fifthWords)) {
    writeFileSync(
      path.join(folder, `morning-energy.${locale}.yaml`),
      `funnel: { name: ${name}, description: ${name} }
steps:
  welcome: { title: ${name} }
  wake: { title: "${question}", options: { rested: A, heavy: B, rushed: C } }
  coffee: { title: "${question}", options: { one: "1", many: "2", none: "0" } }
  since: { title: "${since}" }
  lately: { title: "${said} {{since}}" }
  rush_note: { title: "${said} {{wake}}" }
  hours: { title: "${question}" }
  contact: { title: "${question}", consent: "*${consent}*" }
outcomes:
  heavy: { title: ${heavy}, summary: "${said} {{wake|x}}", points: [${heavy}] }
  light: { title: ${light}, summary: "${said} {{wake|x}}", points: [${light}] }
`,
    );
  }
}

const firstScreenFlow = `funnel: first-light
path: /first-light
storage_key: wizardFirstLight
locales: [en]
experiments:
  opening: { variants: { plain: 2, doctors: 1, question: 1 } }
steps:
  - { id: plain_intro, type: intro, show_if: variant.opening == "plain" }
  - { id: doctors_intro, type: info, show_if: variant.opening == "doctors" }
  - { id: wake, type: single_choice, options: { rested: {}, heavy: {} } }
  - { id: last, type: info }
outcomes: { only: { else: true, topics: [calm-evening] } }
finish: results
`;

const firstScreenWords = `funnel: { name: First light, description: A quiz whose first screen is tried out }
steps:
  plain_intro: { title: A plain beginning, body: [One paragraph.] }
  doctors_intro: { title: What doctors say, body: [One paragraph., And another one that is longer than the first.] }
  wake: { title: How do you wake up?, options: { rested: Rested, heavy: Heavy } }
  last: { title: That is all }
outcomes: { only: { title: Light, summary: Light, points: [Light] } }
`;

/** A folder with a quiz in one language that has three first screens, by the variant of `opening`. */
export function firstScreenFunnel(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  writeFileSync(path.join(folder, 'first-light.yaml'), firstScreenFlow);
  writeFileSync(path.join(folder, 'first-light.en.yaml'), firstScreenWords);
  return folder;
}
