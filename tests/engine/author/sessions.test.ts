import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseSessions } from '../../../engine/author/sessions.ts';
import type { SourceFile } from '../../../engine/author/source-file.ts';
import { parseTopics } from '../../../engine/author/topics.ts';
import { formatProblem } from '../../../engine/problem.ts';
import { planSessionsOf } from '../../../scripts/build/catalog.ts';
import { readRecordings, readSessions, readTopics } from '../../../scripts/build/load-site.ts';
import { readBrokenFixtures, problemTexts } from './harness.ts';

const sound = (name: string): SourceFile => ({
  name,
  text: readFileSync(new URL(`sound/${name}`, import.meta.url), 'utf8'),
});
const soundFiles = [sound('topics.yaml'), sound('sessions.yaml')];

const recordings = {
  folder: 'content/recordings',
  files: new Set(['one-lamp-on.mp3', 'es/one-lamp-on.mp3']),
};

/** Reads the sound catalogue with one of its files replaced, as a run of the command does. */
function read(file?: SourceFile) {
  const [topicsFile, sessionsFile] = soundFiles.map((each) => (each.name === file?.name ? file : each));
  const topics = parseTopics(topicsFile!);
  const { catalog, problems } = parseSessions(sessionsFile!, topics, recordings);
  return { catalog, problems: [...topics.problems, ...problems] };
}

/** The sound catalogue with pieces of its text replaced. */
function edited(...edits: readonly (readonly [string, string])[]): SourceFile {
  let { text } = soundFiles[1]!;
  for (const [old, replacement] of edits) {
    if (!text.includes(old)) throw new Error(`The catalogue has no ${JSON.stringify(old)}.`);
    text = text.replace(old, () => replacement);
  }
  return { name: 'sessions.yaml', text };
}

describe('a catalogue of sessions', () => {
  test('is read in the order of its file, with the words of each language', () => {
    const { catalog, problems } = read();
    expect(problems).toEqual([]);
    expect(catalog?.sessions.map(({ id }) => id)).toEqual(['sinking-slowly', 'one-lamp-on', 'after-the-shift']);
    expect(catalog?.sessions[1]).toEqual({
      id: 'one-lamp-on',
      topics: ['calm-evening'],
      category: 'calm',
      voice: 'rain',
      minutes: 20,
      words: {
        en: { title: 'One lamp on', summary: 'For the last hour before you go to bed.' },
        es: { title: 'Con una sola luz', summary: 'Para la última hora antes de acostarte.' },
      },
      audio: null,
      speaker: null,
    });
    expect(catalog?.voices['rain']).toEqual({ en: 'Rain', es: 'Lluvia' });
  });

  test.each([
    ['one-lamp-on.mp3', 'one-lamp-on.mp3', 'one-lamp-on.mp3'],
    ['{ en: one-lamp-on.mp3, es: es/one-lamp-on.mp3 }', 'one-lamp-on.mp3', 'es/one-lamp-on.mp3'],
    [
      'https://cdn.example.com/lamp?take=2',
      'https://cdn.example.com/lamp?take=2',
      'https://cdn.example.com/lamp?take=2',
    ],
  ])('may name its recordings: %s', (audio, en, es) => {
    const { catalog, problems } = read(edited(['minutes: 20', `minutes: 20\n    audio: ${audio}\n    speaker: Ada`]));
    expect(problems).toEqual([]);
    expect(catalog?.sessions[1]).toMatchObject({ audio: { en, es }, speaker: { en: 'Ada', es: 'Ada' } });
  });

  test('may name another speaker in each language', () => {
    const recorded = 'minutes: 20\n    audio: one-lamp-on.mp3\n    speaker: { en: Ada, es: Eva }';
    const { catalog } = read(edited(['minutes: 20', recorded]));
    expect(catalog?.sessions[1]?.speaker).toEqual({ en: 'Ada', es: 'Eva' });
  });

  describe('with one mistake has exactly one problem, at its place, and is not published', () => {
    test.each(readBrokenFixtures('broken-sessions'))('$title: $code', ({ files, code, line, column }) => {
      const file = files[0]!;
      const { catalog, problems } = read(file);
      const report = problems.map((problem) => formatProblem(problem)).join('\n\n');
      expect(problemTexts(problems), report).toEqual([`${code} ${line}:${column}`]);
      expect(problems[0]?.file).toBe(file.name);
      if (file.name === 'sessions.yaml') expect(catalog).toBeNull();
    });

    test('has a file for it that is in the folder', () => {
      expect(readdirSync(new URL('broken-sessions', import.meta.url)).length).toBeGreaterThan(25);
    });
  });

  test('reports all its mistakes in one run', () => {
    const file = edited(
      ['calm: { en: Calm, es: Calma }', 'calm: { en: Calm }'],
      ['voices:', 'voices:\n  bells: { en: Bells, es: Campanas }'],
      ['wind-down]', 'wind-up, deep-slep]'],
      ['category: sleep', 'category: slip'],
      ['minutes: 22', 'minutes: 60'],
      ['title: Con una sola luz', 'titel: Con una sola luz'],
      ['title: Al salir del turno', 'title: CADA VEZ MÁS HONDO'],
    );
    expect(problemTexts(read(file).problems)).toEqual([
      'key_missing 4:9',
      'voice_unused 6:3',
      'unknown_topic 11:26',
      'unknown_topic 11:35',
      'unknown_category 12:15',
      'bad_number 14:14',
      'unknown_key 26:7',
      'title_twice 34:18',
    ]);
  });

  test.each([
    ['wind-down]', 'wind-dwon]', 'Did you mean "wind-down"?'],
    ['wind-down]', 'gardening]', 'Topics are defined in content/topics.yaml.'],
    ['voice: rain', 'voice: rian', 'Did you mean "rain"?'],
    ['voice: rain', 'voice: violin', 'The voices are waves, rain.'],
    ['category: sleep', 'category: sleeping', 'Did you mean "sleep"?'],
    ['category: sleep', 'category: confidence', 'The categories are sleep, calm.'],
    ['minutes: 20', 'minutes: 20\n    audio: one-lamp-no.mp3\n    speaker: Ada', 'Did you mean "one-lamp-on.mp3"?'],
    [
      'minutes: 20',
      'minutes: 20\n    audio: the-sea-at-night.mp3\n    speaker: Ada',
      'Put the file into content/recordings, or correct its name.',
    ],
    [
      'minutes: 20',
      'minutes: 20\n    audio: lamp.wav\n    speaker: Ada',
      'Export the recording as MP3: every browser plays it, and the build makes all recordings as loud.',
    ],
  ])('says what may have been meant: %s → %s', (old, broken, hint) => {
    expect(read(edited([old, broken])).problems.map((problem) => problem.hint)).toEqual([hint]);
  });

  test('shows the other session of a title', () => {
    const { problems } = read(edited(['title: After the shift', 'title: One lamp on ']));
    expect(problems[0]?.related).toMatchObject([{ line: 22, column: 14, note: 'The other session.' }]);
  });

  test('is not blamed for topics that are broken', () => {
    const topics = parseTopics({ name: 'topics.yaml', text: 'deep-sleep: "' });
    expect(parseSessions(soundFiles[1]!, topics, recordings).problems).toEqual([]);
  });
});

describe('the catalogue of the site', () => {
  const topics = parseTopics(readTopics());
  const { catalog, problems } = parseSessions(readSessions(), topics, readRecordings('content/recordings'));

  test('has no problem', () => {
    expect(problems.map((problem) => formatProblem(problem))).toEqual([]);
  });

  test.each(['en', 'es'])('leads into each session that is no recording by four to six lines in %s', (locale) => {
    const silent = catalog!.sessions.filter(({ audio }) => audio === null);
    expect(silent.filter(({ words }) => !words[locale]!.opening).map(({ id }) => id)).toEqual([]);
  });

  test.each(['en', 'es'])('gives each week of a plan one to three sessions in %s', (locale) => {
    const sessions = planSessionsOf(catalog!, locale);
    expect(Object.keys(sessions).sort()).toEqual(Object.keys(topics.topics.topics).sort());
    for (const ofTopic of Object.values(sessions)) expect([1, 2, 3]).toContain(ofTopic.length);
  });
});

const sampleOf = (id: string) => ({ sample: `/api/v1/content/${id}/sample/` });

test('a plan shows the sessions that are most about a topic first, in the words of the language, with a sample of what is not recorded', () => {
  const { catalog } = read(edited(['minutes: 20', 'minutes: 20\n    audio: one-lamp-on.mp3\n    speaker: Ada']));
  expect(planSessionsOf(catalog!, 'es')).toEqual({
    'deep-sleep': [{ title: 'Cada vez más hondo', minutes: 22, voice: 'Olas', ...sampleOf('sinking-slowly') }],
    'wind-down': [{ title: 'Cada vez más hondo', minutes: 22, voice: 'Olas', ...sampleOf('sinking-slowly') }],
    'calm-evening': [
      { title: 'Con una sola luz', minutes: 20, voice: 'Lluvia' },
      { title: 'Al salir del turno', minutes: 18, voice: 'Olas', ...sampleOf('after-the-shift') },
    ],
    'shift-reset': [{ title: 'Al salir del turno', minutes: 18, voice: 'Olas', ...sampleOf('after-the-shift') }],
  });
});
