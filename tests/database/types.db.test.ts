import { expect, it } from 'vitest';
import { describeDatabases } from '../harness/databases.ts';

describeDatabases('columns', (open) => {
  it('become the same JavaScript values by both ways to ask', async () => {
    const { knex, query } = await open();
    const text = `
      SELECT '2026-02-28T23:30:00.123+02'::timestamptz AS timestamptz, 9007199254740991::bigint AS bigint,
        '{"a": [1, null, "ü"]}'::jsonb AS jsonb, '\\xDEADBEEF'::bytea AS bytea, 7::integer AS integer,
        1.50::numeric AS numeric, ARRAY['a', 'b'] AS texts, true AS boolean, null AS nothing,
        '9999-12-31T00:00:00Z'::timestamptz AS lifetime
    `;
    const expected = {
      timestamptz: new Date('2026-02-28T21:30:00.123Z'),
      bigint: Number.MAX_SAFE_INTEGER,
      jsonb: { a: [1, null, 'ü'] },
      bytea: Buffer.from('DEADBEEF', 'hex'),
      integer: 7,
      numeric: '1.50',
      texts: ['a', 'b'],
      boolean: true,
      nothing: null,
      lifetime: new Date('9999-12-31T00:00:00Z'),
    };
    expect(await query({ name: 'types', text, values: [] })).toEqual([expected]);
    const { rows } = await knex.raw<{ rows: unknown[] }>(text);
    expect(rows).toEqual([expected]);
  });

  it('keep JavaScript values that are written', async () => {
    const { query } = await open();
    const values = [new Date('2026-05-01T10:00:00.001Z'), 2 ** 40, { a: ['b'] }, Buffer.from([0, 255]), null, 'ñ\n'];
    const text = 'SELECT $1::timestamptz a, $2::bigint b, $3::jsonb c, $4::bytea d, $5::text e, $6::text f';
    const [row] = await query<Record<string, unknown>>({ name: 'round_trip', text, values });
    expect(Object.values(row ?? {})).toEqual(values);
  });

  it('are counted as numbers', async () => {
    const { knex } = await open();
    expect(await knex('users').count()).toEqual([{ count: 0 }]);
  });

  it('refuse a bigint that a number would falsify', async () => {
    const { query } = await open();
    const tooLarge = query({ name: 'large', text: 'SELECT 9007199254740993::bigint AS n', values: [] });
    await expect(tooLarge).rejects.toThrow('9007199254740993 is too large for a number: select it as text.');
  });

  it('have their dates worked out in UTC', async () => {
    const { query } = await open();
    const text = "SELECT date_trunc('day', '2026-03-01T00:30:00+02'::timestamptz) AS day";
    expect(await query({ name: 'day', text, values: [] })).toEqual([{ day: new Date('2026-02-28T00:00:00Z') }]);
  });
});
