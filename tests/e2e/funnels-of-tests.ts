import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the project's funnels that a test may change. */
export function copyOfFunnels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  cpSync('funnels', folder, { recursive: true });
  return folder;
}

/** A folder with one of the funnels of tests/cases. */
export function caseFunnel(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  for (const file of readdirSync('tests/cases').filter((each) => each.startsWith(`${name}.`)))
    cpSync(path.join('tests/cases', file), path.join(folder, file));
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

const endingsFlow = `funnel: mood-check
path: /mood-check
storage_key: wizardMoodCheck
locales: [en, es]
hide: [satisfaction, questions]
steps:
  - { id: welcome, type: intro, praise: false }
  - { id: low, type: single_choice, options: { never: {}, some_days: {}, most_days: {}, always: {} } }
outcomes:
  urgent: { when: low == "always", ending: message }
  heavy: { when: low == "most_days", ending: tel:988 }
  noticeable: { when: low == "some_days", ending: registration }
  light: { else: true, topics: [calm-evening] }
finish: results
`;

const endingsWords = {
  en: `funnel: { name: Mood check, description: A few questions about the last two weeks }
site:
  eyebrow: Your answers
  disclaimer: This isn't a **diagnosis**. Read our [privacy policy](/privacy-policy).
  plan_title: Four quiet weeks
steps:
  welcome:
    title: How have the last two weeks been?
    body: 'One question. If you need help now, [call 988](tel:988).'
  low:
    title: How often did you feel low?
    options: { never: Never, some_days: On some days, most_days: On most days, always: Always }
outcomes:
  urgent:
    title: Please talk to someone today
    summary: 'You feel low {{low|often}}. **You don’t have to carry this alone**: [call 988](tel:988), day or night.'
    meaning: What you describe weighs a lot. It can get better, and people are there to help.
    points: ['Call [988](tel:988), or write to [someone there](mailto:help@stillwaters.example)', 'Tell a person you trust']
  heavy:
    title: That is a lot to carry
    summary: You feel low on most days. That deserves a conversation.
    points: [Talk to your doctor, Be kind to yourself]
    next_title: Someone to talk to
    next_text: The line is open day and night, and it costs nothing.
    button: Call 988
  noticeable: { title: You notice it, summary: You feel low on some days., points: [Rest] }
  light: { title: You are doing well, summary: You seldom feel low., points: [Keep going] }
`,
  es: `funnel: { name: Cómo te sientes, description: Unas preguntas sobre las últimas dos semanas }
site:
  eyebrow: Tus respuestas
  disclaimer: Esto no es un **diagnóstico**. Lee nuestra [política de privacidad](/privacy-policy).
  plan_title: Cuatro semanas de calma
steps:
  welcome:
    title: ¿Cómo han sido las últimas dos semanas?
    body: 'Una pregunta. Si necesitas ayuda ahora, [llama al 024](tel:024).'
  low:
    title: ¿Con qué frecuencia te has sentido mal?
    options: { never: Nunca, some_days: Algunos días, most_days: Casi todos los días, always: Siempre }
outcomes:
  urgent:
    title: Habla hoy con alguien
    summary: 'Te sientes mal {{low|a menudo}}. **No tienes que llevarlo en soledad**: [llama al 024](tel:024), a cualquier hora.'
    meaning: Lo que describes pesa mucho. Puede mejorar, y hay personas para ayudarte.
    points: ['Llama al [024](tel:024) o escribe a [alguien del equipo](mailto:help@stillwaters.example)', 'Cuéntaselo a alguien de confianza']
  heavy:
    title: Es mucho peso
    summary: Te sientes mal casi todos los días. Merece una conversación.
    points: [Habla con tu médico, Trátate con cariño]
    next_title: Alguien con quien hablar
    next_text: La línea está abierta día y noche, y es gratis.
    button: Llamar ahora
  noticeable: { title: Se nota, summary: Algunos días te sientes mal., points: [Descansa] }
  light: { title: Estás bien, summary: Pocas veces te sientes mal., points: [Sigue así] }
`,
};

/** A folder with a quiz whose outcomes end in a message, at a telephone number, at the sign-up and with a plan. */
export function endingsFunnel(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'funnels-'));
  writeFileSync(path.join(folder, 'mood-check.yaml'), endingsFlow);
  for (const [locale, words] of Object.entries(endingsWords))
    writeFileSync(path.join(folder, `mood-check.${locale}.yaml`), words);
  return folder;
}
