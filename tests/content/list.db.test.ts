import { beforeAll, describe, expect, test } from 'vitest';
import { readAudioTicket } from '../../api/content/audio/address.ts';
import type { Database } from '../../api/platform/db/database.ts';
import type { User } from '../../schemas/api/values.ts';
import { describePostgres } from '../harness/databases.ts';
import {
  addLabels,
  addListener,
  addSessions,
  addVisit,
  keys,
  noon,
  removeCatalogue,
  runContent,
} from './running-content.ts';

describePostgres('the list of sessions', (open) => {
  let database: Database;
  let content: ReturnType<typeof runContent>;
  let ada: User;

  beforeAll(async () => {
    database = await open();
    content = runContent(database);
    ada = await addListener(database);
  });

  const ids = async (user: User, query: Record<string, string | string[]> = {}, locale: 'en' | 'es' = 'en') =>
    (await content.list(user, query, locale)).items.map(({ id }) => id);

  describe('of few', () => {
    beforeAll(async () => {
      await removeCatalogue(database);
      await addLabels(database, { category: ['sleep', 'calm'], voice: ['rain', 'waves', 'bells'] });
      await addSessions(database, [
        { id: 'sinking', en: ['Sinking slowly', 'For the night.'], es: ['Más hondo', 'Para la noche.'] },
        { id: 'roof', voice: 'waves', topics: ['rest', 'sleep'], en: ['Rain on the roof', 'It’s 100% steady_rain.'] },
        { id: 'gone', topics: ['sleep'], retired: true },
        {
          id: 'lamp',
          category: 'calm',
          topics: ['evening'],
          es: ['Luz', 'Sueño.'],
          opening: ['Llega.', 'Respira.', 'Nota.', 'Suelta.'],
          speaker: { en: 'Mary', es: 'Núria' },
        },
        { id: 'shift', category: 'calm', voice: 'bells', topics: ['sleep'], en: ['After the shift', 'Bells.'] },
      ]);
    });

    test('has all that is in the catalogue, in its order and in the caller’s language', async () => {
      const { items, ...figures } = await content.list(ada, {}, 'es');
      expect(items.map(({ title }) => title)).toEqual(['Más hondo', 'Rain on the roof', 'Luz', 'After the shift']);
      const counted = {
        found: 4,
        corrected: null,
        page: 1,
        pages: 1,
        total: 4,
        available: 4,
        completed: 0,
        progress: 0,
      };
      const categories = ['sleep', 'calm'].map((id) => ({ id, title: `¡${id}!` }));
      const voices = ['rain', 'waves', 'bells'].map((id) => ({ id, title: `¡${id}!` }));
      expect(figures).toEqual({ ...counted, categories, voices });
    });

    test('has the opening lines of the language, and none where the catalogue has none', async () => {
      const lines = ['Llega.', 'Respira.', 'Nota.', 'Suelta.'];
      expect((await content.list(ada, {}, 'es')).items.map(({ opening }) => opening)).toEqual([[], [], lines, []]);
      expect((await content.one(ada, 'lamp')).opening).toEqual([]);
    });

    test('is one query, as is one session', async () => {
      content.statements.length = 0;
      await content.list(ada, { search: 'night', status: ['not_started', 'finished'], voice: 'rain', page: '2' });
      await content.one(ada, 'roof');
      expect(content.statements).toEqual(['list-content', 'read-content']);
    });

    test('says of each session how far the caller is, and nobody else', async () => {
      const [eva, other] = [await addListener(database), await addListener(database)];
      await content.start(eva, 'roof', { position: '300' });
      await content.finish(eva, 'lamp');
      await content.finish(eva, 'gone');
      const { items, ...figures } = await content.list(eva);
      expect(items.map(({ id, status, positionSeconds }) => [id, status, positionSeconds])).toEqual([
        ['sinking', 'not_started', 0],
        ['roof', 'in_progress', 300],
        ['lamp', 'finished', 0],
        ['shift', 'not_started', 0],
      ]);
      expect(figures).toMatchObject({ total: 4, available: 3, completed: 1, progress: 25 });
      expect((await content.list(other)).items.every(({ status }) => status === 'not_started')).toBe(true);
    });

    test('tells times as the calls do that set them', async () => {
      const eva = await addListener(database);
      await content.start(eva, 'lamp');
      const { startedAt, finishedAt } = await content.finish(eva, 'lamp');
      expect((await content.list(eva, { status: 'finished' })).items[0]).toMatchObject({ startedAt, finishedAt });
      expect(await content.one(eva, 'lamp')).toMatchObject({ startedAt, finishedAt });
    });

    test('has addresses of audio that are the caller’s, in the language of the list', async () => {
      const [item] = (await content.list(ada, {}, 'es')).items;
      const [, contentId, ticket] = /^\/api\/v1\/content\/(.+)\/audio\/(.+)\/$/.exec(item!.audioUrl)!;
      const ticketOf = { contentId: contentId!, ticket: ticket!, now: noon };
      const expected = { contentId: 'sinking', userId: ada.id, loginId: ada.id, locale: 'es' };
      expect(readAudioTicket(keys.audioAddress, ticketOf)).toMatchObject(expected);
    });

    describe('begins with what fits the quiz', () => {
      test('in the order of the outcome’s topics, and in a week as its plan does: what is most about it first', async () => {
        const eva = await addListener(database, { topics: ['evening', 'sleep'] });
        expect(await ids(eva)).toEqual(['lamp', 'shift', 'roof', 'sinking']);
        const { items } = await content.list(eva);
        expect(items.map(({ recommended }) => recommended)).toEqual([true, true, true, false]);
      });

      test('by as many weeks as a plan has, and the others by category', async () => {
        const eva = await addListener(database, { topics: ['one', 'two', 'three', 'sleep', 'evening'] });
        const { items } = await content.list(eva);
        expect(items.map(({ id, week }) => [id, week])).toEqual([
          ['shift', 4],
          ['roof', 4],
          ['sinking', null],
          ['lamp', null],
        ]);
      });

      test('that was taken last', async () => {
        const eva = await addListener(database, { topics: ['evening'] });
        await addVisit(database.knex, eva.id, ['rest'], new Date(noon.getTime() + 1));
        expect(await ids(eva)).toEqual(['roof', 'sinking', 'lamp', 'shift']);
      });
    });

    describe('is narrowed', () => {
      test.each<[string, Record<string, string | string[]>, string[]]>([
        ['by a category', { category: 'calm' }, ['lamp', 'shift']],
        ['by any of several voices', { voice: ['waves', 'bells'] }, ['roof', 'shift']],
        ['by all filters at once', { category: 'calm', voice: ['waves', 'bells'], search: 'after' }, ['shift']],
        ['by a word of the title', { search: 'rain' }, ['roof']],
        ['by words of title and summary in any order', { search: ' NIGHT  sinking' }, ['sinking']],
        ['to nothing, where one word is missing', { search: 'night shift' }, []],
        ['by accents that are not there', { search: 'lámp' }, ['lamp']],
        ['by signs that mean something to the database', { search: '100% y_r' }, ['roof']],
        ['by a percent sign, which is only itself', { search: 'n%t' }, []],
        ['by a backslash, which is only itself', { search: 'a\\' }, []],
        ['by either apostrophe', { search: "it's" }, ['roof']],
        ['by nothing, where only spaces are searched for', { search: '  ' }, ['sinking', 'roof', 'lamp', 'shift']],
        ['to nothing, by a category that is not there', { category: 'other' }, []],
      ])('%s', async (_, query, expected) => {
        expect(await ids(ada, query)).toEqual(expected);
        expect(await content.list(ada, query)).toMatchObject({ found: expected.length, total: 4 });
      });

      test('by words of the caller’s language, without its accents', async () => {
        expect(await ids(ada, { search: 'sueno' }, 'es')).toEqual(['lamp']);
        expect(await ids(ada, { search: 'SUEÑO' }, 'es')).toEqual(['lamp']);
        expect(await ids(ada, { search: 'sueno' }, 'en')).toEqual([]);
      });

      test.each<['en' | 'es', string, string, string[]]>([
        ['en', 'siknin', 'sinking', ['sinking']],
        ['en', 'Steadi', 'steady', ['roof']],
        ['en', 'nihgt sinkign', 'night sinking', ['sinking']],
        ['en', 'afetr', 'after', ['shift']],
        ['es', 'Sueni', 'sueño', ['lamp']],
        ['es', 'nocje', 'noche', ['sinking']],
        ['en', 'Marry', 'mary', ['lamp']],
        ['es', 'nuira', 'núria', ['lamp']],
      ])('in %s by “%s”, which is taken for “%s”', async (locale, search, corrected, expected) => {
        const { items, found } = await content.list(ada, { search }, locale);
        expect(items.map(({ id }) => id)).toEqual(expected);
        expect(found).toBe(expected.length);
        expect(await content.list(ada, { search }, locale)).toMatchObject({ corrected });
      });

      test.each([
        ['is short, since it may be another one', 'lmp'],
        ['looks like none', 'elephants'],
        ['begins otherwise than the one that it looks like', 'tleady'],
        ['is in other sessions', 'sinking shift'],
        ['is only in sessions that are gone', 'gone'],
      ])('to nothing, where a word %s', async (_, search) => {
        expect(await content.list(ada, { search })).toMatchObject({ found: 0, corrected: null });
      });

      test('by status', async () => {
        const eva = await addListener(database);
        await content.start(eva, 'roof');
        await content.finish(eva, 'lamp');
        expect(await ids(eva, { status: 'not_started' })).toEqual(['sinking', 'shift']);
        expect(await ids(eva, { status: ['in_progress', 'finished'] })).toEqual(['roof', 'lamp']);
        expect(await content.list(eva, { status: 'finished' })).toMatchObject({ found: 1, total: 4, completed: 1 });
      });
    });

    test('is for those whose access lasts, as is each session', async () => {
      for (const accessTo of [null, noon.toISOString()]) {
        const late = { ...ada, accessTo };
        await expect(content.list(late)).rejects.toMatchObject({ code: 'no_access' });
        for (const call of [content.one, content.start, content.finish, content.favourite, content.unfavourite])
          await expect(call(late, 'roof')).rejects.toMatchObject({ code: 'no_access' });
      }
    });

    describe('and one session', () => {
      test('are the same', async () => {
        const eva = await addListener(database, { topics: ['sleep'] });
        await content.start(eva, 'shift', { position: '17' });
        expect(await content.one(eva, 'shift')).toEqual((await content.list(eva)).items[0]);
      });

      test('are read by one query', async () => {
        content.statements.length = 0;
        await content.one(ada, 'roof');
        expect(content.statements).toEqual(['read-content']);
      });

      test('differ where it is not listed any more: then it can still be heard', async () => {
        expect(await content.one(ada, 'gone')).toMatchObject({ id: 'gone', status: 'not_started' });
        expect((await content.start(ada, 'gone')).status).toBe('in_progress');
      });

      test('may not be there', async () => {
        await expect(content.one(ada, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
      });
    });
  });

  describe('of many', () => {
    test('has pages of 24, the last one with the rest, and none beyond it', async () => {
      const all = Array.from({ length: 50 }, (_, number) => `session-${number}`);
      await removeCatalogue(database);
      await addSessions(
        database,
        all.map((id) => ({ id })),
      );
      const pages = await Promise.all(['1', '2', '3', '4'].map((page) => content.list(ada, { page })));
      expect(pages.map(({ items }) => items.length)).toEqual([24, 24, 2, 0]);
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all);
      pages.forEach((page, index) =>
        expect(page).toMatchObject({ found: 50, page: index + 1, pages: 3, total: 50, available: 50 }),
      );
    });
  });

  describe('of none', () => {
    test('is one empty page', async () => {
      await removeCatalogue(database);
      const none = { items: [], found: 0, corrected: null, page: 1, pages: 1, categories: [], voices: [] };
      expect(await content.list(ada)).toEqual({ ...none, total: 0, available: 0, completed: 0, progress: 0 });
    });
  });
});
