import { vi } from 'vitest';
import { saveVisit } from '../../../engine/run/save-visit.ts';
import type { CompiledFunnel, FunnelWords, VisitEvent } from '../../../engine/model.ts';
import type { Batch } from '../../../web/analytics/own-events.ts';
import { withWords } from '../../engine/run/build-funnel.ts';

/** What `Object.keys` of a browser's storage gives: its entries and nothing else. */
class Entries {
  [key: string]: unknown;
  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** A visitor's browser with a server that keeps what it acknowledges. Time passes when the test says so. */
export function openBrowser() {
  const storage = new Entries();
  const asked: Batch[] = [];
  const taken: Batch[] = [];
  /** What the server answers; null: there is no line. */
  let status: number | null = 204;
  let headers: Readonly<Record<string, string>> = {};
  let events = new EventTarget();
  const page = { hidden: false, getElementById: () => ({ textContent: JSON.stringify({ hosts: {} }) }) };
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('history', { state: null });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    if (status === null) throw new TypeError('Failed to fetch');
    const batch = JSON.parse(body) as Batch;
    asked.push(batch);
    if (status === 204) taken.push(batch);
    return { status, headers: new Headers(headers) };
  });

  return {
    storage,
    /** All that the server was sent; what it acknowledged. */
    asked,
    taken,
    answer: (nextStatus: number | null, nextHeaders: Readonly<Record<string, string>> = {}) => {
      status = nextStatus;
      headers = nextHeaders;
    },
    /** Lets time pass, in milliseconds, and lets code come that is loaded when it is needed. */
    async pass(milliseconds: number): Promise<void> {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await vi.dynamicImportSettled();
      await vi.advanceTimersByTimeAsync(0);
    },
    send: (event: string) => events.dispatchEvent(new Event(event)),
    see(isHidden: boolean): void {
      page.hidden = isHidden;
      events.dispatchEvent(new Event('visibilitychange'));
    },
    /** A new document: all that the former one had in its memory and its timers is gone. */
    async load(): Promise<void> {
      const now = Date.now() + 1_000;
      vi.useRealTimers();
      vi.useFakeTimers({ now });
      vi.resetModules();
      events = new EventTarget();
      vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
      vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
      page.hidden = false;
      const { startSendingEvents } = await import('../../../web/analytics/own-events.ts');
      try {
        startSendingEvents();
      } catch {
        // storage is off, as the page that starts it knows
      }
    },
    /** Puts the visit of this quiz on the screen of the document, as the page of a quiz does. */
    async open(funnel: CompiledFunnel, search = '', words: FunnelWords = withWords(funnel).words) {
      // Rare types of step come with the funnels that use them.
      await import('../../../engine/run/steps/all.ts');
      const { openVisit } = await import('../../../web/quiz/visit.ts');
      const { writeVisit } = await import('../../../web/storage.ts');
      const { report } = await import('../../../web/analytics/page-events.ts');
      const { clearNewVisit, identify } = await import('../../../web/quiz/visit.ts');
      const visit = await openVisit({ funnel, words }, search);
      identify(visit);
      report({ type: 'visit', visit });
      const save = () => {
        const snapshot = visit.actor.getSnapshot();
        clearNewVisit(visit);
        writeVisit(funnel.id, { ...saveVisit(funnel, snapshot), finished: snapshot.status === 'done', id: visit.id });
      };
      visit.actor.subscribe({ next: save, complete: save });
      await vi.advanceTimersByTimeAsync(0);
      return { visit, send: (event: VisitEvent) => visit.send(event), leave: () => report({ type: 'left' }) };
    },
  };
}

/** The kinds of all events, page by page. */
export function kindsOf(batches: readonly Batch[]): readonly string[] {
  return batches.map(({ n, events }) => `${n}: ${events.map(([, kind]) => String(kind)).join(' ')}`);
}
