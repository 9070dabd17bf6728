import { existsSync, watch } from 'node:fs';
import type { SessionCatalog } from '../../engine/author/sessions.ts';
import type { TopicCatalog } from '../../engine/author/topics.ts';
import type { CatalogFile } from '../../api/content/catalog.ts';
import type { CompiledFunnel, FunnelWords, BuiltFunnel } from '../../engine/model.ts';
import type { Problem } from '../../engine/problem.ts';
import type { Site } from '../../web/site.ts';
import { planContentUrls } from '../../web/pages/plan/plan-content.ts';
import { catalogOf, planContentOf, type PublishedCatalog } from './catalog.ts';
import { refreshEditorHelp } from './editor-help.ts';
import { createLoadMemory, describeSite, type LoadedSite, loadFunnels, loadMakers } from './load-site.ts';
import type { SourceFolders } from './sources.ts';

/** Editors write a file in several strokes; this much quiet means that a save is done. */
const quietMilliseconds = 40;

/** Browsers ask for the funnel first; what editors complete may come later. */
const afterTheScreen = 500;

/** What a reload has brought. */
interface Change {
  /** Problems and warnings that there are no more, and those that are new. */
  readonly fixed: readonly Problem[];
  readonly found: readonly Problem[];
  /** Funnels that are new, or not as they were. */
  readonly funnels: readonly CompiledFunnel[];
}

/** Those of the first that aren't among the second, wherever in their files they have moved to. */
function without(problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  const names = new Set(others.map(nameOf));
  return problems.filter((problem) => !names.has(nameOf(problem)));
}

function nameOf({ file, code, message }: Problem): string {
  return `${file} ${code} ${message}`;
}

/** The funnels of a folder and the sessions as they are right now; of what is broken, its last good version. */
export class LiveFunnels {
  problems: readonly Problem[] = [];
  warnings: readonly Problem[] = [];
  /** The funnels as the API replays visits on them, by id; always those of now. */
  readonly compiled = new Map<string, CompiledFunnel>();
  /** Their words, by id and locale; always those of now. */
  readonly words = new Map<string, Readonly<Record<string, FunnelWords>>>();
  /** What the last reload has brought. */
  change: Change = { fixed: [], found: [], funnels: [] };
  readonly #folders: SourceFolders;
  readonly #memory = createLoadMemory();
  readonly #good = new Map<string, BuiltFunnel>();
  #sessions: SessionCatalog | null = null;
  #topics: TopicCatalog['topics'] | null = null;
  #testimonials: LoadedSite['testimonials'] = {};
  #published: PublishedCatalog | null = null;

  constructor(folders: SourceFolders) {
    this.#folders = folders;
    this.reload();
    this.#refreshEditorHelp();
  }

  /** Reads what has changed. A funnel whose file is gone is gone; one that broke stays as it was. */
  reload(): void {
    const { funnels, sessions, topics, testimonials, problems, warnings } = loadFunnels(this.#folders, this.#memory);
    if (sessions && topics && (sessions !== this.#sessions || topics !== this.#topics))
      this.#published = catalogOf(sessions, topics);
    this.#sessions = sessions ?? this.#sessions;
    this.#topics = topics ?? this.#topics;
    this.#testimonials = testimonials;
    const reported = [...this.problems, ...this.warnings];
    const now = [...problems, ...warnings];
    this.change = {
      fixed: without(reported, now),
      found: without(now, reported),
      funnels: funnels.map(({ funnel }) => funnel).filter((funnel) => this.compiled.get(funnel.id) !== funnel),
    };
    this.problems = problems;
    this.warnings = warnings;
    if (problems.length === 0) this.#good.clear();
    for (const built of funnels) this.#good.set(built.funnel.id, built);
    this.compiled.clear();
    this.words.clear();
    for (const [id, { funnel, words }] of this.#good) {
      this.compiled.set(id, funnel);
      this.words.set(id, words);
    }
  }

  /**
   * Calls back after each save in the folder of funnels, in `content/` or among the recordings, when everything has been
   * read again.
   */
  watch(onChange: () => void): void {
    let timer: NodeJS.Timeout | undefined;
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.reload();
        onChange();
        setTimeout(() => this.#refreshEditorHelp(), afterTheScreen);
      }, quietMilliseconds);
    };
    const { funnelsDir, recordingsDir } = this.#folders;
    for (const folder of [funnelsDir, 'content']) watch(folder, changed);
    if (existsSync(recordingsDir)) watch(recordingsDir, { recursive: true }, changed);
  }

  #refreshEditorHelp(): void {
    refreshEditorHelp(this.#folders.funnelsDir, this.#memory.build.files);
  }

  /** The site with the addresses of its funnels' data; null while there is no good funnel. */
  site(): Site | null {
    return describeSite([...this.#good.values()], ({ funnel }, locale) => dataPath(funnel.id, locale));
  }

  /** The catalogue of sessions; null while it or its topics have not been without problems. */
  catalog(): CatalogFile | null {
    return this.#published?.catalog ?? null;
  }

  /** The picture at this address, as SVG. */
  pictureAt(path: string): string | undefined {
    return this.#published?.pictures.get(path.slice(1));
  }

  #planContent(sessions: SessionCatalog) {
    return { sessions, catalog: this.catalog(), testimonials: this.#testimonials, makers: loadMakers() };
  }

  /** The data at this address, as JSON: a funnel's, or the sessions that plans show. */
  dataAt(path: string): string | undefined {
    for (const [locale, url] of Object.entries(planContentUrls))
      if (url === path && this.#sessions)
        return JSON.stringify(planContentOf(this.#planContent(this.#sessions), locale));
    for (const { funnel, words } of this.#good.values()) {
      for (const [locale, ofLocale] of Object.entries(words)) {
        if (dataPath(funnel.id, locale) === path) return JSON.stringify({ funnel, words: ofLocale });
      }
    }
    return undefined;
  }
}

function dataPath(id: string, locale: string): string {
  return `/live-funnels/${id}.${locale}.json`;
}
