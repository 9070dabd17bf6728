import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionCatalog } from '../../engine/author/sessions.ts';
import { catalogOf } from '../../scripts/build/catalog.ts';
import { readRecordings } from '../../scripts/build/load-site.ts';

const words = (title: string) => ({
  en: { title, summary: 'What is heard.' },
  es: { title: `${title} (es)`, summary: 'Lo que se oye.' },
});

const sessions: SessionCatalog = {
  categories: { sleep: { en: 'Sleep', es: 'Sueño' } },
  voices: { waves: { en: 'Waves', es: 'Olas' }, rain: { en: 'Rain', es: 'Lluvia' } },
  sessions: [
    {
      id: 'sinking-slowly',
      topics: ['deep-sleep'],
      category: 'sleep',
      voice: 'waves',
      minutes: 22,
      words: words('Sinking slowly'),
      audio: null,
      speaker: null,
    },
    {
      id: 'rain-on-the-roof',
      topics: ['deep-sleep'],
      category: 'sleep',
      voice: 'rain',
      minutes: 25,
      words: words('Rain on the roof'),
      audio: { en: 'rain.mp3', es: 'es/rain.mp3' },
      speaker: { en: 'Ada', es: 'Eva' },
    },
  ],
};
const topic = { title: 'Deep sleep', focus: 'Letting go.', practice: 'Listen in bed.' };
const topics = { 'deep-sleep': { en: topic, es: topic } };

describe('the catalogue that is published', () => {
  const { catalog, pictures } = catalogOf(sessions, topics);

  test('has each session in seconds, with its recordings and its picture', () => {
    expect(catalog.sessions).toMatchObject([
      { id: 'sinking-slowly', durationSeconds: 1320, audio: null, words: words('Sinking slowly') },
      { id: 'rain-on-the-roof', durationSeconds: 1500, audio: { en: 'rain.mp3', es: 'es/rain.mp3' } },
    ]);
    expect(catalog.sessions.map(({ imageUrl }) => imageUrl)).toEqual(Array.from(pictures.keys(), (file) => `/${file}`));
    expect(catalog.sessions[0]?.imageUrl).toMatch(/^\/assets\/pictures\/sinking-slowly-[\w-]{12}\.svg$/);
  });

  test('has the words of categories, voices and topics, in their order', () => {
    expect(catalog.labels).toEqual([
      { kind: 'category', id: 'sleep', words: { en: { title: 'Sleep' }, es: { title: 'Sueño' } } },
      { kind: 'voice', id: 'waves', words: { en: { title: 'Waves' }, es: { title: 'Olas' } } },
      { kind: 'voice', id: 'rain', words: { en: { title: 'Rain' }, es: { title: 'Lluvia' } } },
      { kind: 'topic', id: 'deep-sleep', words: { en: topic, es: topic } },
    ]);
  });

  test('has another hash as soon as anything in it is different, and only then', () => {
    const again = catalogOf(structuredClone(sessions), structuredClone(topics));
    expect(again.catalog.hash).toBe(catalog.hash);
    const others = [
      catalogOf({ ...sessions, sessions: sessions.sessions.toReversed() }, topics),
      catalogOf({ ...sessions, categories: { sleep: { en: 'Nights', es: 'Sueño' } } }, topics),
      catalogOf(sessions, { 'deep-sleep': { en: topic, es: { ...topic, focus: 'Soltar.' } } }),
    ];
    expect(new Set([catalog.hash, ...others.map((other) => other.catalog.hash)]).size).toBe(4);
  });
});

describe('the folder of recordings', () => {
  test('is read with the folders in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
    mkdirSync(join(folder, 'es'));
    for (const name of ['rain.mp3', 'es/rain.mp3']) writeFileSync(join(folder, name), '');
    expect([...readRecordings(folder).files]).toEqual(['es/rain.mp3', 'rain.mp3']);
  });

  test('need not be there', () => {
    expect(readRecordings('content/nowhere')).toEqual({ folder: 'content/nowhere', files: new Set() });
  });
});
