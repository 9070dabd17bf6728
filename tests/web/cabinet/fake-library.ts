import { onTestFinished, vi } from 'vitest';
import type { ContentItem, ContentList } from '../../../web/pages/cabinet/content.ts';
import { player } from './fake-listening.ts';
import { pageOf, progressOf } from './library-items.ts';
import { site } from './show-cabinet.tsx';

/** The server's side of the library. */
export interface Library {
  /** The queries that the list was asked with, in order. */
  readonly queries: string[];
  /** Answers the next question for the list with this instead, once it is there. */
  readonly answerNext: (answer: Response | Promise<Response>) => void;
  /** From now on no answer comes. */
  readonly cut: () => void;
  /** Answers come again. */
  readonly mend: () => void;
}

interface Options {
  /** What the listener is in the middle of, until anything is finished. */
  readonly next?: ContentItem;
}

/** Stands for the API below `fetch` until the test ends. It knows these sessions, and filters by status and words. */
export function serveLibrary(library: readonly ContentItem[], { next }: Options = {}): Library {
  const queries: string[] = [];
  const answers: (Response | Promise<Response>)[] = [];
  let isCut = false;
  let begun = next ?? null;
  const answer = async ({ pathname, search, searchParams }: URL): Promise<Response> => {
    if (isCut) throw new TypeError('Failed to fetch');
    if (pathname === '/api/v1/dashboard/') return Response.json({ plan: null, next: begun, recommended: [] });
    const [, id, does] = /content\/(\w+)\/(start|finish)\/$/.exec(pathname) ?? [];
    if (does === 'finish') begun = null;
    const status = does === 'finish' ? 'finished' : 'in_progress';
    if (id) return Response.json(progressOf(id, status, Number(searchParams.get('position'))));
    queries.push(search);
    return answers.shift() ?? Response.json(find(library, searchParams));
  };
  const described = document.body.appendChild(document.createElement('script'));
  Object.assign(described, { id: 'site', type: 'application/json', textContent: JSON.stringify(site) });
  const fetched = vi.spyOn(window, 'fetch');
  fetched.mockImplementation((address) =>
    answer(new URL(address instanceof Request ? address.url : address, location.href)),
  );
  onTestFinished(() => {
    fetched.mockRestore();
    described.remove();
    player.close();
  });
  return {
    queries,
    answerNext: (next) => void answers.push(next),
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
  };
}

function find(library: readonly ContentItem[], query: URLSearchParams): ContentList {
  const words = query.get('search') ?? '';
  const found = library.filter(
    ({ status, title }) => (!query.has('status') || query.getAll('status').includes(status)) && title.includes(words),
  );
  return pageOf(found, { page: Number(query.get('page')), library });
}
