import type { CompiledExperiment } from '../../engine/model.ts';
import { pickVariant } from '../../engine/run/variants.ts';
import { visitorSeed } from '../storage.ts';

/**
 * The script that stands inline in the head of pages whose first screen depends on experiments (and of no others; its
 * hash is in the Content-Security-Policy). The page is rendered for visitors with the first variants; the screens of
 * the others stand before this script as templates. It puts the visitor's own in place before anything is painted.
 */

/** The screen that a visitor sees first, by the variants that decide it: the id of its step, and those that its texts say. */
export type FirstStep =
  string | { readonly experiment: CompiledExperiment; readonly steps: Readonly<Record<string, FirstStep>> };

/** What stands in the script's `data-first`. */
export interface FirstScreens {
  /** Id of the funnel. */
  readonly funnel: string;
  readonly first: FirstStep;
}

const { funnel, first } = JSON.parse(document.currentScript!.dataset['first']!) as FirstScreens;
const seed = visitorSeed();
let screen = first;
while (typeof screen !== 'string') screen = screen.steps[pickVariant(funnel, screen.experiment, seed)]!;
const template = document.querySelector<HTMLTemplateElement>(`template[data-first="${screen}"]`);
if (template) showWhenParsed(template);

/**
 * Replaces the screen as soon as the parser comes to it: observers run before the next paint. What the parser still
 * has of the old one it adds where that went, out of the page.
 */
function showWhenParsed({ content }: HTMLTemplateElement): void {
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root');
    if (!root) return;
    observer.disconnect();
    const shown = root.cloneNode() as HTMLElement;
    shown.append(content);
    root.replaceWith(shown);
  });
  observer.observe(document, { childList: true, subtree: true });
}
