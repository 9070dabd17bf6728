/** What members said, in the table of the funnel that shows it: `content/testimonials.yaml` has it in each language. */

import type { TextRow } from './coverage.ts';
import { type ImportedRow, type Refusal, refuseText } from './plan-import.ts';
import { type Catalog, parseCatalog } from '../catalog.ts';
import type { KeyOrder } from '../edit/add-entries.ts';
import { setTexts, type TextChange } from '../edit/set-texts.ts';
import { editFile } from '../edit/text-edit.ts';
import type { Flow } from '../flow.ts';
import type { SourceFile } from '../source-file.ts';
import { type Locale, siteLocales } from '../../model.ts';
import type { Problem } from '../../problem.ts';

type Part = 'text' | 'about';
type Entry = Readonly<{ name: string; plan?: true } & Partial<Record<Locale, Partial<Record<Part, string>>>>>;

const parts: readonly Part[] = ['text', 'about'];
const keyForm = /^testimonials\.([^.]+)\.(text|about)$/;
const order: KeyOrder = ({ length }) => (length === 1 ? ['name', 'source', 'plan', ...siteLocales] : parts);
const note = "A member's own words: say what they say, and nothing more.";

/** Whether a row of a table is about what a member said. */
export function isOfTestimonial({ key }: Pick<ImportedRow, 'key'>): boolean {
  return key.startsWith('testimonials.');
}

/** The file as tables need it. */
export function readTestimonialTexts(file: SourceFile): Catalog<Entry> {
  return parseCatalog<Entry>(file, 'testimonials');
}

/** What steps of the funnel name, and what the page of the plan shows, in the order of the file. */
export function testimonialRows(flow: Flow, { entries }: Catalog<Entry>, locales: readonly Locale[]): TextRow[] {
  const named = new Set(flow.steps.flatMap(({ value }) => value.testimonials ?? []));
  const shown = Object.entries(entries).filter(([id, { plan }]) => plan === true || named.has(id));
  const rows = shown.flatMap(([id, entry]) =>
    parts.map((part) => ({
      key: `testimonials.${id}.${part}`,
      where: entry.name,
      texts: locales.map((locale) => entry[locale]?.[part] ?? ''),
      note,
    })),
  );
  return rows.filter(({ key, texts }) => key.endsWith('.text') || texts.some((text) => text !== ''));
}

interface Applied {
  /** The file with the texts of the table; null where it has them already, or one of them can't be taken over. */
  readonly file: SourceFile | null;
  readonly refusals: readonly Refusal[];
  /** What would be wrong in the file with these texts. */
  readonly problems: readonly Problem[];
  readonly changed: number;
}

/** Writes the texts of a table into the file. What the table doesn't change keeps its bytes. */
export function applyTestimonials(source: SourceFile, catalog: Catalog<Entry>, rows: readonly ImportedRow[]): Applied {
  const changes: TextChange[] = [];
  const refusals: Refusal[] = [];
  for (const { row, key, texts } of rows) {
    const [, id = '', part] = keyForm.exec(key) ?? [];
    const entry = Object.hasOwn(catalog.entries, id) ? catalog.entries[id] : undefined;
    if (!entry) refusals.push({ row, column: 'key', message: `There is no testimonial for "${key}".` });
    for (const [locale, cell] of entry ? texts : []) {
      const text = cell.replaceAll(/\r\n?/g, '\n');
      const present = entry?.[locale]?.[part as Part];
      if (text === (present ?? '')) continue;
      const message = refuseText(text, present, undefined);
      if (message !== undefined) refusals.push({ row, column: locale, message });
      else if (text.trim() !== '') changes.push({ path: [id, locale, part!], value: { kind: 'text', text } });
    }
  }
  const edited = editFile(source, setTexts(catalog.document, changes, order));
  const isSound = refusals.length === 0 && changes.length > 0;
  const problems = isSound ? readTestimonialTexts(edited).problems : [];
  return { file: isSound ? edited : null, refusals, problems, changed: changes.length };
}
