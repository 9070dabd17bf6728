import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const flow = `funnel: first-light
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

const words = `funnel: { name: First light, description: A quiz whose first screen is tried out }
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
  writeFileSync(path.join(folder, 'first-light.yaml'), flow);
  writeFileSync(path.join(folder, 'first-light.en.yaml'), words);
  return folder;
}
