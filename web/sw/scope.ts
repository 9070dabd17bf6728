/** The part of a service worker's own world that is used here: TypeScript knows either pages or workers, not both. */

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface MessageFromPage extends LastingEvent {
  readonly data: unknown;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  /** What this build consists of; the build writes it at the top of the worker's file. */
  readonly shell: Shell;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}

/** What is fetched ahead so that the cabinet opens without a line. */
export interface Shell {
  /** Another one for each build whose code, words or pages differ. */
  readonly version: string;
  /** Paths of pages, such as `/cabinet/sessions`. */
  readonly pages: readonly string[];
  /** Addresses of code, styles and fonts. */
  readonly files: readonly string[];
  /** Addresses of words, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

export const scope = globalThis as unknown as WorkerScope;
