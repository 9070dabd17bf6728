import type { SourceFile, TopicCatalog } from '../../../engine/author/build.ts';

/** A funnel with dates: a birthday with a limit from today, and a day of the last week. It is not on the site. */
export const dateFunnel: readonly SourceFile[] = [
  {
    name: 'new-start.yaml',
    text: `funnel: new-start
path: /new-start
storage_key: wizardNewStart
locales: [en, es]
variables:
  age_in_days: { value: today - birthday }
steps:
  - { id: welcome, type: intro }
  - { id: birthday, type: date, min: 1900-01-01, max: 0 }
  - { id: parents, type: info, show_if: today - birthday < 6575 }
  - { id: last_night, type: date, field: lastNight, min: -7, max: 0, show_if: birthday < 1990-01-01 }
outcomes:
  young: { when: age_in_days < 6575, topics: [rest] }
  rested: { when: answered(lastNight) and lastNight >= today - 1, topics: [rest] }
  tired: { else: true, topics: [rest] }
finish: results
`,
  },
  {
    name: 'new-start.en.yaml',
    text: `funnel: { name: A new start, description: Two dates. }
steps:
  welcome: { title: Welcome }
  birthday: { title: When were you born? }
  parents: { title: Ask your parents first. }
  last_night: { title: 'When did you last sleep well, born {{birthday}}?' }
outcomes:
  young: { title: Young, summary: 'Born {{birthday}}.', points: [Rest] }
  rested: { title: Rested, summary: Well done., points: [Rest] }
  tired: { title: Tired, summary: 'Born {{birthday}}.', points: [Rest] }
`,
  },
  {
    name: 'new-start.es.yaml',
    text: `funnel: { name: Un nuevo comienzo, description: Dos fechas. }
steps:
  welcome: { title: Hola }
  birthday: { title: ¿Cuándo naciste? }
  parents: { title: Pregunta primero a tus padres. }
  last_night: { title: 'Naciste el {{birthday}}. ¿Cuándo dormiste bien por última vez?' }
outcomes:
  young: { title: Joven, summary: 'Naciste el {{birthday}}.', points: [Descanso] }
  rested: { title: Descanso, summary: Muy bien., points: [Descanso] }
  tired: { title: Cansancio, summary: 'Naciste el {{birthday}}.', points: [Descanso] }
`,
  },
];

const rest = { title: 'Rest', focus: 'What it is about.', practice: 'What to do.' };
export const dateTopics: TopicCatalog = { topics: { rest: { en: rest, es: rest } }, complete: true };
/** The day that the funnel is built for in tests. */
export const builtOn = '2026-11-22';
