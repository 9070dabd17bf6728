import { siteLocales, type Locale } from '../../engine/model.ts';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatProblem, type Problem } from '../../engine/problem.ts';
import type { StoryFunnel } from '../../stories/funnel-data.ts';
import type { Site } from '../../web/site.ts';
import {
  createLoadMemory,
  loadBusiness,
  loadFunnels,
  loadHosts,
  loadMakers,
  type LoadedSite,
} from '../build/load-site.ts';
import { planContentOf } from '../build/catalog.ts';
import { problemsArgs, problemsStory, shownOf, storiesIn, type StoryEntry, type ShownArgs } from './funnel-stories.ts';

/** The folder of funnels whose stories are shown. */
export const funnelsDir = 'funnels';
const recordingsDir = 'content/recordings';

/** A file of words: which funnel, which language. */
export interface WordsFile {
  readonly funnel: string;
  readonly locale: Locale;
}

/** The funnel and the language of a words file by its name, `<id>.<locale>.yaml`; nothing for every other file. */
export function wordsFileOf(file: string): WordsFile | null {
  if (path.dirname(path.resolve(file)) !== path.resolve(funnelsDir)) return null;
  const [, funnel, locale] = /^([^.]+)\.([^.]+)\.ya?ml$/.exec(path.basename(file)) ?? [];
  return funnel && locale ? { funnel, locale } : null;
}

/** The files of this funnel, or of all. */
export function filesOf(funnel?: string): readonly string[] {
  const names = readdirSync(funnelsDir).filter((name) => /\.ya?ml$/.test(name));
  const own = names.filter((name) => funnel === undefined || name.split('.')[0] === funnel);
  return own.map((name) => path.join(funnelsDir, name));
}

/** The funnels as they are in their files now. What is read is kept until a file changes. */
export class FunnelSource {
  readonly #folder: string;
  readonly #memory = createLoadMemory();
  #stamp = '';
  #loaded: LoadedSite | null = null;
  readonly #shown = new Map<string, readonly ShownArgs[]>();
  /** The stories of each words file when its funnel was last without problems. */
  readonly #good = new Map<string, readonly StoryEntry[]>();

  constructor(folder = funnelsDir) {
    this.#folder = folder;
  }

  /**
   * All stories of a words file. While its funnel has problems, one that tells them; those that it had before stay where
   * they are and show them too, so that the author sees what is wrong, and sees it go.
   */
  storiesOf({ funnel: id, locale }: WordsFile): readonly StoryEntry[] {
    const key = `${id}.${locale}`;
    const built = this.#load().funnels.find(({ funnel }) => funnel.id === id);
    const words = built?.words[locale];
    if (!built || !words) {
      const problems = this.#problemsOf(id).map((problem) => formatProblem(problem));
      const before = this.#good.get(key) ?? [];
      return [
        problemsStory(locale, id, problems),
        ...before.map((story) => ({ ...story, args: problemsArgs(problems) })),
      ];
    }
    const shown = this.#shown.get(id) ?? shownOf(built.funnel);
    this.#shown.set(id, shown);
    const stories = storiesIn(locale, id, this.nameOf(id) ?? id, shown);
    this.#good.set(key, stories);
    return stories;
  }

  /** The funnel in all its languages; `null` while it has problems. */
  funnel(id: string): StoryFunnel | null {
    const { funnels, sessions, testimonials } = this.#load();
    const built = funnels.find(({ funnel }) => funnel.id === id);
    if (!built) return null;
    const content = sessions && { sessions, testimonials, makers: loadMakers() };
    const ofLocale = (locale: Locale) => [locale, content ? planContentOf(content, locale) : { sessions: {} }] as const;
    return { ...built, plans: Object.fromEntries(Object.keys(built.words).map(ofLocale)) };
  }

  /** What its folder is called in all languages: its English name where it has one, with its id where others have that name. */
  nameOf(id: string): string | null {
    const names = new Map(
      this.#load().funnels.map(({ funnel, words }) => {
        const { name } = words[siteLocales[0]] ?? Object.values(words)[0]!;
        return [funnel.id, name.replaceAll('/', '-')] as const;
      }),
    );
    const name = names.get(id);
    const isShared = [...names].some(([other, each]) => other !== id && each === name);
    return name === undefined ? null : isShared ? `${name} (${id})` : name;
  }

  /** The site around the funnels. */
  site(): Site {
    return { locales: siteLocales, ...loadBusiness(), hosts: loadHosts(), funnels: [], home: '/' };
  }

  #problemsOf(id: string): readonly Problem[] {
    const { problems } = this.#load();
    const own = problems.filter(({ file }) => path.basename(file).split('.')[0] === id);
    return own.length > 0 ? own : problems;
  }

  #load(): LoadedSite {
    const stamp = stampOf([this.#folder, 'content']);
    if (this.#loaded && stamp === this.#stamp) return this.#loaded;
    this.#loaded = loadFunnels({ funnelsDir: this.#folder, recordingsDir }, this.#memory);
    this.#stamp = stamp;
    this.#shown.clear();
    return this.#loaded;
  }
}

/** Changes when a file of these folders does. */
function stampOf(folders: readonly string[]): string {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n');
}
