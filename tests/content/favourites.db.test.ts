import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../api/platform/db/database.ts';
import type { User } from '../../schemas/api/values.ts';
import { describePostgres } from '../harness/databases.ts';
import { addListener, addSessions, runContent } from './running-content.ts';

describePostgres('a member’s favourites', (open) => {
  let database: Database;
  let content: ReturnType<typeof runContent>;
  let ada: User;

  beforeAll(async () => {
    database = await open();
    content = runContent(database);
    await addSessions(database, [{ id: 'roof' }, { id: 'lamp' }, { id: 'gone', retired: true }]);
  });
  beforeEach(async () => {
    ada = await addListener(database);
  });

  const ids = async (user: User, favourite: 'true' | 'false') =>
    (await content.list(user, { favourite })).items.map(({ id }) => id);

  test('are theirs alone, in the list and in each session', async () => {
    const eva = await addListener(database);
    await content.favourite(ada, 'lamp');
    expect((await content.list(ada)).items.map(({ id, favourite }) => [id, favourite])).toEqual([
      ['roof', false],
      ['lamp', true],
    ]);
    expect(await content.one(ada, 'lamp')).toMatchObject({ favourite: true });
    expect(await ids(ada, 'true')).toEqual(['lamp']);
    expect(await ids(ada, 'false')).toEqual(['roof']);
    expect(await ids(eva, 'true')).toEqual([]);
    expect(await content.one(eva, 'lamp')).toMatchObject({ favourite: false });
  });

  test('stay as they are where two devices say the same at once', async () => {
    await Promise.all([1, 2, 3].map(() => content.favourite(ada, 'roof')));
    expect(await ids(ada, 'true')).toEqual(['roof']);
    await Promise.all([1, 2, 3].map(() => content.unfavourite(ada, 'roof')));
    expect(await ids(ada, 'true')).toEqual([]);
  });

  test('may be sessions that are no longer listed, and come back with them', async () => {
    await content.favourite(ada, 'gone');
    expect(await content.one(ada, 'gone')).toMatchObject({ favourite: true });
    expect(await ids(ada, 'true')).toEqual([]);
  });

  test('can’t be what there never was', async () => {
    await expect(content.favourite(ada, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are not kept for an account that is being removed', async () => {
    await database
      .knex('users')
      .where({ id: ada.id })
      .update({ email: null, password_hash: null, deleted_at: database.knex.fn.now() });
    await expect(content.favourite(ada, 'roof')).rejects.toMatchObject({ code: 'not_found' });
    expect(await database.knex('content_favourites').where({ user_id: ada.id })).toEqual([]);
  });
});
