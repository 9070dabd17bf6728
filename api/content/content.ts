import { searchPatterns } from './catalog.ts';
import { correctSearch } from './correct-search.ts';
import { createDashboard } from './dashboard.ts';
import { createAddFavourite, createRemoveFavourite } from './favourites.ts';
import {
  type ContentDependencies,
  createToItem,
  isFavouriteSql,
  itemAsJson,
  type ItemRow,
  joinProgress,
  quiz,
  requireAccess,
  week,
} from './item.ts';
import { createFinish, createStart } from './progress.ts';
import { ApiError } from '../platform/http/problem.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import type { QueryOf } from '../../schemas/api/call.ts';
import type { ContentLabel, listContent, readContent } from '../../schemas/api/content.ts';

/** Every call about sessions (specification, section 7) with its handler. */
export function createContentEndpoints(services: ContentDependencies) {
  return {
    listContent: createList(services),
    readContent: createRead(services),
    startContent: createStart(services),
    finishContent: createFinish(services),
    addFavourite: createAddFavourite(services),
    removeFavourite: createRemoveFavourite(services),
    readDashboard: createDashboard(services),
  };
}

const itemsPerPage = 24;

type ListQuery = QueryOf<typeof listContent>;

/**
 * The sessions that match, a page at a time, with the figures of the whole catalogue: by one query. Where none has the
 * words that are searched for, those are taken for mistyped.
 */
function createList(services: ContentDependencies): Handler<typeof listContent> {
  return async ({ user, locale, query }) => {
    requireAccess(user.user, services.now());
    const find = async (filters: ListQuery) => {
      const values = [user.user.id, locale, ...filtersOf(filters), (query.page - 1) * itemsPerPage];
      const [row] = await services.database.query<ListRow>({ name: 'list-content', text: listContentText, values });
      return row!;
    };
    const asWritten = await find(query);
    const corrected = asWritten.found === 0 ? await correctSearch(services.database, query.search, locale) : null;
    const row = corrected === null ? asWritten : await find({ ...query, search: corrected });
    const { items, found, total, completed, categories, voices } = row;
    return {
      items: items.map(createToItem(services, { user, locale })),
      found,
      corrected: found > 0 ? corrected : null,
      page: query.page,
      pages: Math.max(1, Math.ceil(found / itemsPerPage)),
      total,
      available: total - completed,
      completed,
      progress: total === 0 ? 0 : Math.floor((100 * completed) / total),
      categories,
      voices,
    };
  };
}

/** Null where anything matches. */
function filtersOf({ status, category, voice, search = '', favourite }: ListQuery): unknown[] {
  const patterns = searchPatterns(search);
  return [status ?? null, category ?? null, voice ?? null, patterns.length > 0 ? patterns : null, favourite ?? null];
}

interface ListRow {
  readonly items: readonly ItemRow[];
  readonly found: number;
  readonly total: number;
  readonly completed: number;
  readonly categories: ContentLabel[];
  readonly voices: ContentLabel[];
}

/** Whether the session is what is looked for. */
const matches = `
  ($3::text[] IS NULL OR coalesce(p.status, 'not_started') = ANY ($3))
  AND ($4::text[] IS NULL OR c.category = ANY ($4))
  AND ($5::text[] IS NULL OR c.voice = ANY ($5))
  AND ($6::text[] IS NULL OR c.search ->> $2::text LIKE ALL ($6))
  AND ($7::boolean IS NULL OR ${isFavouriteSql} = $7)`;

const labels = (kind: 'category' | 'voice') => `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'title', words -> $2::text ->> 'title') ORDER BY position), '[]')
    FROM content_labels WHERE kind = '${kind}')`;

/**
 * One row; exported for the benchmark, which has it explained. What is long is read for the sessions of the page only.
 * The length of a page is written out: from a parameter PostgreSQL would take it for a tenth of the catalogue, and read
 * all of it again.
 */
export const listContentText = `
  WITH ${quiz}, known AS MATERIALIZED (
    SELECT c.id, c.position, c.topics, c.category, p.status, (${matches}) AS matches
    FROM content c ${joinProgress} WHERE c.retired_at IS NULL
  ), counted AS (
    SELECT count(*) AS total,
      count(*) FILTER (WHERE status = 'finished') AS completed,
      count(*) FILTER (WHERE matches) AS found
    FROM known
  ), shown AS (
    SELECT id, row_number() OVER () AS place FROM (
      SELECT c.id FROM (
        SELECT c.*, ${week} AS week, quiz.topics AS planned FROM known c CROSS JOIN quiz WHERE c.matches
      ) c
      LEFT JOIN content_labels label ON label.kind = 'category' AND label.id = c.category
      ORDER BY c.week, CASE WHEN c.week IS NULL THEN label.position END,
        c.topics[1] IS DISTINCT FROM c.planned[c.week], c.position
      LIMIT ${itemsPerPage} OFFSET $8
    ) ordered
  )
  SELECT counted.*, ${labels('category')} AS categories, ${labels('voice')} AS voices, (
    SELECT coalesce(jsonb_agg(${itemAsJson} ORDER BY shown.place), '[]')
    FROM shown JOIN content c ON c.id = shown.id CROSS JOIN quiz ${joinProgress}
  ) AS items
  FROM counted`;

/** One session, also one that is no longer listed: members who began it can go on. */
function createRead(services: ContentDependencies): Handler<typeof readContent> {
  return async ({ user, locale, params }) => {
    requireAccess(user.user, services.now());
    const values = [user.user.id, locale, params.id];
    const [row] = await services.database.query<{ item: ItemRow }>({
      name: 'read-content',
      text: readContentText,
      values,
    });
    if (!row) throw new ApiError('not_found');
    return createToItem(services, { user, locale })(row.item);
  };
}

const readContentText = `
  WITH ${quiz}
  SELECT ${itemAsJson} AS item FROM content c CROSS JOIN quiz ${joinProgress} WHERE c.id = $3`;
