import type { Locale } from '../model.ts';
import type { Problem } from '../problem.ts';
import { parseCatalog } from './catalog.ts';
import type { SourceFile } from './source-file.ts';

/** What someone said, as `content/testimonials.yaml` has it. */
export interface TestimonialValue {
  readonly name: string;
  /** Whether the page of the plan shows it too. */
  readonly plan?: true;
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

/** Reads `content/testimonials.yaml`: `<id>: { name, source, plan, en: { text, about }, es: … }`. The source stays there. */
export function parseTestimonials(file: SourceFile): {
  readonly testimonials: TestimonialCatalog;
  readonly problems: Problem[];
} {
  const { entries, complete, problems } = parseCatalog<Written>(file, 'testimonials');
  const said = Object.entries(entries).map(([id, value]) => [id, withoutSource(value)] as const);
  return { testimonials: { testimonials: Object.fromEntries(said), complete }, problems };
}

type Written = Readonly<Record<string, unknown>> & Pick<TestimonialValue, 'name' | 'plan'>;

function withoutSource({ name, plan, ...others }: Written): TestimonialValue {
  const words = Object.entries(others).filter(([key]) => key !== 'source');
  return { name, ...(plan && { plan }), words: Object.fromEntries(words) as TestimonialValue['words'] };
}
