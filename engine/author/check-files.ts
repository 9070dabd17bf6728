import { isSiteLocale, siteLocales } from '../model.ts';
import { closest } from './did-you-mean.ts';
import type { FunnelFiles } from './files.ts';
import type { Finding } from './finding.ts';
import type { Flow } from './flow.ts';
import { fileKindOf, type SourceFile } from './source-file.ts';
import { findSwapped } from './words/language.ts';

/** Whether flows and words belong together: every declared locale has its file, and every file its flow and its locale. */
export function checkFiles(funnels: readonly FunnelFiles[], files: readonly SourceFile[]): Finding[] {
  const flowIds = files.flatMap(({ name }) => {
    const kind = fileKindOf(name);
    return kind.kind === 'flow' ? [kind.id] : [];
  });
  const unclear = files.filter(({ name }) => fileKindOf(name).kind === 'unknown').map(({ name }) => stemOf(name));
  const findings: Finding[] = [];
  /** Words of misspelt funnels, which must not be missed a second time under their right name. */
  const strays = new Set<string>();
  for (const { id, wordsDocuments, isMisfiled } of funnels) {
    if (isMisfiled || flowIds.includes(id) || closest(id, unclear) !== undefined) continue;
    const meant = closest(id, flowIds);
    for (const [locale, document] of wordsDocuments) {
      strays.add(`${meant}.${locale}`);
      const hint = meant === undefined ? `Add ${id}.yaml.` : `Did you mean ${meant}.${locale}.yaml?`;
      findings.push({
        in: document,
        path: [],
        range: { start: 0, end: 0 },
        code: 'words_without_flow',
        message: `There is no flow ${id}.yaml for these words.`,
        hint,
      });
    }
  }
  for (const funnel of funnels) findings.push(...checkLocales(funnel, strays, unclear), ...checkSwapped(funnel));
  return findings;
}

function checkSwapped({ words }: FunnelFiles): Finding[] {
  const [one, other] = findSwapped(words) ?? [];
  if (!one || !other) return [];
  const [own, others] = [one, other].map(({ locale }) => languageNames.of(locale) ?? locale);
  return [
    {
      in: one.document,
      path: [],
      range: { start: 0, end: 0 },
      code: 'file_swapped',
      message: `These words are in ${others}, and those of ${other.locale} in ${own}.`,
      hint: 'Give the two files each the name of the other.',
      related: [{ in: other.document, path: [], note: `The words in ${own}.` }],
    },
  ];
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

function stemOf(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').split('.')[0] ?? '';
}

function checkLocales(files: FunnelFiles, strays: ReadonlySet<string>, unclear: readonly string[]): Finding[] {
  const { id, flow, wordsDocuments } = files;
  const locales = (flow?.value.locales ?? []).flatMap((locale) => (locale === undefined ? [] : [locale]));
  if (!flow || locales.length === 0 || flow.broken.some(({ path }) => path[0] === 'locales')) return [];
  const undeclared = [...wordsDocuments.keys()].filter((locale) => !locales.includes(locale));
  const unknown = locales.filter((locale) => !isSiteLocale(locale));
  const missing = locales.filter(
    (locale) => isSiteLocale(locale) && !wordsDocuments.has(locale) && !strays.has(`${id}.${locale}`),
  );
  const isMisnamed = closest(id, unclear) !== undefined;
  // Words that the flow declares under another name are one mistake.
  const meant = undeclared.filter(isSiteLocale);
  const unexplained = undeclared.filter((locale) => !isSiteLocale(locale) || meant.indexOf(locale) >= unknown.length);
  return [
    ...unknown.map((locale, index) => reportUnknown(flow, locale, meant[index])),
    ...unexplained.map((locale, index) => reportUndeclared(files, flow, locale, missing[index])),
    ...missing.slice(unexplained.length).flatMap((locale) => (isMisnamed ? [] : reportMissing(id, flow, locale))),
  ];
}

const siteHas = `The site has ${siteLocales.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`;
const howToAdd = 'docs/guide/add-a-locale.md says how to add one to the site.';

/** A declared locale that the site doesn't have. `meant` is one that there are words in. */
function reportUnknown(flow: Flow, locale: string, meant: string | undefined): Finding {
  return {
    in: flow.document,
    path: ['locales', (flow.value.locales ?? []).indexOf(locale)],
    code: 'locale_unknown',
    message: `The site has no locale "${locale}".`,
    hint: meant === undefined ? `${siteHas}; ${howToAdd}` : `Did you mean "${meant}"?`,
  };
}

/** Words in a locale that isn't declared. `meant` is one that is declared and has no words. */
function reportUndeclared(
  { id, wordsDocuments }: FunnelFiles,
  flow: Flow,
  locale: string,
  meant: string | undefined,
): Finding {
  const declared = (flow.value.locales ?? []).join(', ');
  const place = { in: wordsDocuments.get(locale) ?? flow.document, path: [], range: { start: 0, end: 0 } };
  if (meant === undefined && !isSiteLocale(locale))
    return {
      ...place,
      code: 'locale_unknown',
      message: `The site has no locale "${locale}".`,
      hint: `${siteHas}; ${howToAdd}`,
    };
  return {
    ...place,
    code: 'locale_undeclared',
    message: `The funnel does not declare the locale "${locale}".`,
    hint: meant === undefined ? `Add it: locales: [${declared}, ${locale}].` : `Did you mean ${id}.${meant}.yaml?`,
    related: [{ in: flow.document, path: ['locales'], target: 'key', note: 'The locales of the funnel.' }],
  };
}

function reportMissing(id: string, flow: Flow, locale: string): Finding {
  return {
    in: flow.document,
    path: ['locales', (flow.value.locales ?? []).indexOf(locale)],
    code: 'words_file_missing',
    message: `There is no ${id}.${locale}.yaml.`,
    hint: 'Add the file, or remove the locale.',
  };
}
