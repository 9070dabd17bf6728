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
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>;
  };
  readonly cookieStore: CookieStore;
  /** What addresses of hashed files begin with: `/assets/`, or `https://cdn.example.com/assets/`; the build writes it too. */
  readonly assets: string;
  /** What this build consists of; the build writes it at the top of the worker's file: of the cabinet's, … */
  readonly shell: Shell;
  /** … and of the visitors'. */
  readonly visitors: VisitorsBuild;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}

/** What is fetched ahead so that the cabinet opens while offline. */
export interface Shell {
  /**
   * Another one for each build whose code, words or pages differ; the server adds the policy that it sends with pages.
   */
  readonly version: string;
  /** Paths of pages, such as `/cabinet/sessions`. */
  readonly pages: readonly string[];
  /** Addresses of code, styles and fonts. */
  readonly files: readonly string[];
  /** Addresses of words, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** What visitors' pages consist of. */
export interface VisitorsBuild {
  /** As that of `Shell`. */
  readonly version: string;
  /** Address of the script that every page begins with. Its name changes with any code or words of the site. */
  readonly entry: string;
  /** Addresses of all code, styles and fonts that the way from a quiz to signing up may need. */
  readonly files: readonly string[];
  /** Addresses of the words on that way, by language. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** Paths of the pages that are kept once they were visited. */
  readonly pages: readonly string[];
  /** Those that are cached in any case: a visitor may come back to them. */
  readonly pagesAhead: readonly string[];
  /** Where the root leads to. */
  readonly home: string;
  readonly defaultLocale: string;
}

export const scope = globalThis as unknown as WorkerScope;
