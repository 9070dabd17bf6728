import pg from 'pg';

/**
 * How columns become JavaScript values: as `pg` does it (timestamptz is a `Date`, jsonb is parsed, bytea is a
 * `Buffer`, numeric is a string), except that bigint (also of `count(*)`) is a number.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseBigint : pg.types.getTypeParser(oid, format)),
};

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number: select it as text.`);
  return value;
}
