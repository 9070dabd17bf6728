import { expect, test } from 'vitest';
import { saveAudio } from '../../../web/pages/cabinet/offline/save-session.ts';
import { ApiProblem } from '../../../web/session/api-client.ts';
import type { SavedFiles } from '../../../web/pages/cabinet/offline/saved.ts';

const noRoom = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

/** A browser with room for so many files, the newest last. */
function browser({ room = 3, kept = [] as string[] } = {}) {
  const played: string[] = [];
  const files: Pick<SavedFiles, 'list' | 'touch' | 'put' | 'dropOldest'> = {
    list: async () => kept,
    touch: async (id) => void played.push(id),
    put: async (id) => {
      if (kept.length >= room) throw noRoom;
      kept.push(id);
    },
    dropOldest: async () => kept.shift() !== undefined,
  };
  return { files, kept, played };
}

interface Line {
  readonly failures?: number;
  readonly failure?: Error;
  readonly isWanted?: () => Promise<boolean>;
}

const noLine = new Error('no line');

async function save({ files }: ReturnType<typeof browser>, line: Line = {}) {
  const { failures = 0, failure = noLine, isWanted = async () => true } = line;
  let fetched = 0;
  let waited = 0;
  await saveAudio('calm', {
    files,
    fetchAudio: async () => {
      fetched += 1;
      if (fetched <= failures) throw failure;
      return new Response();
    },
    wait: async () => void (waited += 1),
    isWanted,
    maxTries: 3,
  });
  return { fetched, waited };
}

test('what is played is kept', async () => {
  const home = browser({ kept: ['sleep'] });
  expect(await save(home)).toEqual({ fetched: 1, waited: 0 });
  expect(home).toMatchObject({ kept: ['sleep', 'calm'], played: ['calm'] });
});

test('what is kept already is not fetched again', async () => {
  const home = browser({ kept: ['calm'] });
  expect(await save(home)).toEqual({ fetched: 0, waited: 0 });
  expect(home.played).toEqual(['calm']);
});

test('a save that broke off is tried again when it may go better', async () => {
  const home = browser();
  expect(await save(home, { failures: 2 })).toEqual({ fetched: 3, waited: 2 });
  expect(home.kept).toEqual(['calm']);
});

test('after three tries it is given up', async () => {
  const home = browser();
  expect(await save(home, { failures: 9 })).toEqual({ fetched: 3, waited: 2 });
  expect(home).toMatchObject({ kept: [], played: [] });
});

test('what the server is still preparing is waited for, however long that takes', async () => {
  const home = browser();
  const failure = new ApiProblem(409, { code: 'being_prepared' });
  expect(await save(home, { failures: 9, failure })).toEqual({ fetched: 10, waited: 9 });
  expect(home.kept).toEqual(['calm']);
});

test('where there is no room the oldest go', async () => {
  const home = browser({ room: 1, kept: ['sleep'] });
  await save(home);
  expect(home.kept).toEqual(['calm']);
});

test('where there is no room at all nothing is kept, and nobody waits for any', async () => {
  const home = browser({ room: 0 });
  expect(await save(home)).toEqual({ fetched: 1, waited: 0 });
  expect(home).toMatchObject({ kept: [], played: [] });
});

test('nothing is kept of a member who has logged out meanwhile', async () => {
  const home = browser();
  let asked = 0;
  await save(home, { failures: 1, isWanted: async () => ++asked === 1 });
  expect(home).toMatchObject({ kept: [], played: [] });
});
