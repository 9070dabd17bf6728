import type { Locale } from '../model.ts';
import type { Problem } from '../problem.ts';
import { toProblems } from './finding.ts';
import { checkShape } from './shape/check-shape.ts';
import { keysOf } from './shape/validate.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import { readYaml } from './yaml/read-yaml.ts';

/** What someone said, as `content/testimonials.yaml` has it. */
export interface TestimonialValue {
  readonly name: string;
  readonly words: Readonly<Partial<Record<Locale, { readonly text: string; readonly about?: string }>>>;
}

/** The testimonials that info steps can show. */
export interface TestimonialCatalog {
  readonly testimonials: Readonly<Record<string, TestimonialValue>>;
  /** Whether the file was without mistakes. If not, one that is missing here may only be broken. */
  readonly complete: boolean;
}

/** What funnels get where nothing is said about testimonials. */
export const noTestimonials: TestimonialCatalog = { testimonials: {}, complete: true };

/** Reads `content/testimonials.yaml`: `<id>: { name, source, en: { text, about }, es: … }`. The source stays there. */
export function parseTestimonials(file: SourceFile): {
  readonly testimonials: TestimonialCatalog;
  readonly problems: Problem[];
} {
  const { document, findings, readable } = readYaml(normalizeText(file), {
    isText: true,
    keys: keysOf('testimonials'),
  });
  if (!readable) return { testimonials: { testimonials: {}, complete: false }, problems: toProblems(findings) };
  const shape = checkShape(document, 'testimonials');
  const problems = toProblems([...findings, ...shape.findings]);
  const faulty = new Set([...findings, ...shape.findings].map(({ path }) => path[0]));
  const all = faulty.has(undefined) ? {} : ((document.value ?? {}) as Readonly<Record<string, Written>>);
  const sound = Object.entries(all).filter(([id]) => !faulty.has(id));
  return {
    testimonials: {
      testimonials: Object.fromEntries(sound.map(([id, value]) => [id, withoutSource(value)])),
      complete: problems.length === 0,
    },
    problems,
  };
}

type Written = Readonly<Record<string, unknown>> & { readonly name: string };

function withoutSource({ name, ...others }: Written): TestimonialValue {
  const words = Object.entries(others).filter(([key]) => key !== 'source');
  return { name, words: Object.fromEntries(words) as TestimonialValue['words'] };
}
