import { writeFileSync } from 'node:fs';
import path from 'node:path';

const flow = `funnel: morning-energy
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
  - { id: rush_note, type: info, show_if: wake == "rushed" }
  - { id: hours, type: number, input: slider, min: 3, max: 10, step: 0.5, unit: hours }
variables: { load: { sum: score } }
outcomes:
  heavy: { when: load >= 2 or hours < 5, topics: [deep-sleep, wind-down] }
  light: { else: true, topics: [calm-evening] }
finish: results
`;

const words = {
  en: ['Morning energy', 'How do you wake up?', 'Slow mornings', 'Light mornings', 'You said:'],
  es: ['Energía de mañana', '¿Cómo te despiertas?', 'Mañanas lentas', 'Mañanas ligeras', 'Dijiste:'],
};

/** Adds a fifth funnel to this folder, as a marketer would: three YAML files and nothing else. */
export function addFifthFunnel(folder: string): void {
  writeFileSync(path.join(folder, 'morning-energy.yaml'), flow);
  for (const [locale, [name, question, heavy, light, said]] of Object.entries(words)) {
    writeFileSync(
      path.join(folder, `morning-energy.${locale}.yaml`),
      `funnel: { name: ${name}, description: ${name} }
steps:
  welcome: { title: ${name} }
  wake: { title: "${question}", options: { rested: A, heavy: B, rushed: C } }
  coffee: { title: "${question}", options: { one: "1", many: "2", none: "0" } }
  rush_note: { title: "${said} {{wake}}" }
  hours: { title: "${question}" }
outcomes:
  heavy: { title: ${heavy}, summary: "${said} {{wake|x}}", points: [${heavy}] }
  light: { title: ${light}, summary: "${said} {{wake|x}}", points: [${light}] }
`,
    );
  }
}
