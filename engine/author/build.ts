/**
 * The tour: from the text of files to funnels that can be played. The stages, in order:
 *
 *   readFiles     text → documents, flows and words; checks YAML and shape (`yaml`, `shape`, `flow.ts`, `words`)
 *   checkFiles    every flow has its words, every words file its flow
 *   prepare       the names and expressions that a flow declares (`for-each.ts`, `scope.ts`, `expression`)
 *   checkFunnel   one demand a file (`rules`); checkSite: demands on all funnels together
 *   compileFlow   a flow without problems → data for `engine/run` (`compile`), then checkVisits: proofs about all of its
 *                 visits (`prove`, `explain`, docs/reference/proofs.md)
 *   compile       adds the compiled words of each locale
 *
 * Each stage returns what it found and marks what it made unknowable, so that no later stage reports a mistake again.
 */

import { isSiteLocale, type CompiledFunnel, type BuiltFunnel } from '../model.ts';
import { isWarning, type Problem } from '../problem.ts';
import { checkFiles } from './check-files.ts';
import { compileFunnel } from './compile/compile-funnel.ts';
import { compileWords } from './compile/compile-words.ts';
import type { FunnelDocument } from './document.ts';
import { type PendingRenames, readPendingRenames } from './edit/pending-renames.ts';
import { readExpressions } from './expression-uses.ts';
import { writeOutFlow, writeOutWords } from './for-each.ts';
import { type FileMemory, readFiles, type FunnelFiles } from './files.ts';
import { toProblems, type Finding } from './finding.ts';
import type { Flow } from './flow.ts';
import { noLinks, type LinkList } from './links.ts';
import type { PictureFile } from './picture-file.ts';
import { readMisspelt, readScope } from './scope.ts';
import { checkVisits } from './explain/check-visits.ts';
import { findVisitWithoutOutcome } from './prove/prove-funnel.ts';
import { flowRules, siteRules, wordsRules } from './rules/index.ts';
import { sitePaths } from './rules/reserved-paths.ts';
import type { FlowContext, WordsContext } from './rules/rule.ts';
import { accentsOf, type LookColours } from './look/draw-look.ts';
import { normalizeText, type SourceFile } from './source-file.ts';
import type { Offered } from '../shop/offers.ts';
import { noTestimonials, type TestimonialCatalog } from './testimonials.ts';
import type { TopicCatalog } from './topics.ts';

export type { SourceFile } from './source-file.ts';
export type { TopicCatalog } from './topics.ts';

export interface BuildInput {
  readonly files: readonly SourceFile[];
  readonly topics: TopicCatalog;
  /** What looks are drawn in. */
  readonly colours: LookColours;
  /** Where links may lead; default: to no other site. */
  readonly links?: LinkList;
  /** What members have said; default: nothing. */
  readonly testimonials?: TestimonialCatalog;
  /** All plans and offers that variants may name. Without it, what they name isn't checked. */
  readonly plans?: readonly Offered[];
  /** The pictures that steps and options may have, by their names. Without it, what they name isn't checked. */
  readonly pictures?: ReadonlyMap<string, PictureFile>;
  /** Paths that no funnel may have, nor one below them. Without it: the other routes of the specification, section 2. */
  readonly reservedPaths?: readonly string[];
  /** What the site stores under names of its own in browsers: no funnel may store its answers there. */
  readonly siteStorageKeys?: readonly string[];
  /**
   * The day of the build, `YYYY-MM-DD`: what days from today are checked against. Only funnels that ask for dates depend
   * on it.
   */
  readonly today?: string;
  /** Leaves the proofs of visits out: for a version that was published before there were so many. */
  readonly isPublished?: true;
}

/** What builds have found out: it need not be found out again of files that haven't changed. */
export interface BuildMemory {
  readonly files: FileMemory;
  /** By id. */
  readonly funnels: Map<string, PreparedFunnel>;
  readonly found: WeakMap<PreparedFunnel, readonly Finding[]>;
  readonly compiled: WeakMap<PreparedFunnel, { readonly faulty: string; readonly flows: readonly CompiledFlow[] }>;
}

export function createMemory(): BuildMemory {
  return { files: new Map(), funnels: new Map(), found: new WeakMap(), compiled: new WeakMap() };
}

/** What became of the files. */
export interface Build {
  /** Those without problems, even when others have some. */
  readonly funnels: BuiltFunnel[];
  readonly problems: Problem[];
  /** What authors should know, and what keeps no funnel from being built. */
  readonly warnings: Problem[];
}

/**
 * Builds all funnels and returns the problems of all files. With the memory of a build before, only what has changed.
 */
export function buildFunnels(input: BuildInput, memory = createMemory()): Build {
  const files = input.files.map(normalizeText);
  const read = readFiles(files, memory.files);
  const funnels = read.funnels.flatMap((files) => prepareOnce(files, input, memory));
  const findings: Finding[] = [
    ...read.findings,
    ...checkFiles(read.funnels, files),
    ...funnels.flatMap((funnel) => checkOnce(funnel, memory)),
    ...checkSite(funnels.map(({ flow }) => flow)),
  ];
  const compiled = funnels.flatMap((funnel) => compileOnce(funnel, findings, input, memory));
  const all = [...findings, ...compiled.flatMap(({ findings: ofVisits }) => ofVisits)];
  const faulty = faultyIn(all);
  const sound = compiled.filter(({ documents }) => !documents.some((document) => faulty.has(document)));
  // What nothing reads may be read by what is wrong now.
  const reported = all.filter((finding) => finding.code !== 'unused' || !faulty.has(finding.in));
  const problems = toProblems(showVisits(funnels, reported));
  return {
    funnels: sound.flatMap(compile),
    problems: problems.filter((problem) => !isWarning(problem)),
    warnings: problems.filter(isWarning),
  };
}

/** The documents that something is wrong with. */
function faultyIn(findings: readonly Finding[]): ReadonlySet<FunnelDocument> {
  return new Set(findings.filter((finding) => !isWarning(finding)).map((finding) => finding.in));
}

/** A funnel whose flow could be read, with all that its rules and the compiler look at. */
type PreparedFunnel = FlowContext &
  WordsContext & {
    readonly documents: readonly FunnelDocument[];
    readonly today: string | undefined;
    readonly colours: LookColours;
    readonly renames: PendingRenames;
  };

function prepare({ flow, words, wordsDocuments }: FunnelFiles, input: BuildInput): PreparedFunnel[] {
  if (!flow) return [];
  const { topics, colours, plans, pictures, today, links = noLinks, testimonials = noTestimonials } = input;
  const { reservedPaths = sitePaths, siteStorageKeys = [] } = input;
  const locales = words.map(({ locale }) => locale).filter(isSiteLocale);
  const documents = [flow.document, ...wordsDocuments.values()];
  const renames = readPendingRenames(flow, words);
  const misspelt = readMisspelt(flow, words, renames);
  const writtenOut = writeOutFlow(flow);
  const names = { scope: readScope(writtenOut, misspelt), misspelt, expressions: readExpressions(flow) };
  const accents = accentsOf(colours);
  const site = { topics, plans, accents, pictures, links, testimonials, reservedPaths, siteStorageKeys };
  return [{ flow, writtenOut, words, locales, documents, ...site, colours, today, renames, ...names }];
}

/** As it was, where nothing that it depends on has changed. */
function prepareOnce(files: FunnelFiles, input: BuildInput, { funnels }: BuildMemory): PreparedFunnel[] {
  const known = funnels.get(files.id);
  const isSame =
    known?.flow === files.flow &&
    known?.topics === input.topics &&
    known.links === (input.links ?? noLinks) &&
    known.testimonials === (input.testimonials ?? noTestimonials) &&
    known.plans === input.plans &&
    known.pictures === input.pictures &&
    known.today === input.today &&
    isSameList(known.words, files.words) &&
    isSameList(known.documents.slice(1), [...files.wordsDocuments.values()]);
  if (known && isSame) return [known];
  const prepared = prepare(files, input);
  for (const each of prepared) funnels.set(files.id, each);
  return prepared;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

function checkOnce(funnel: PreparedFunnel, { found }: BuildMemory): readonly Finding[] {
  const findings = found.get(funnel) ?? checkFunnel(funnel);
  found.set(funnel, findings);
  return findings;
}

function compileOnce(
  funnel: PreparedFunnel,
  found: readonly Finding[],
  input: BuildInput,
  { compiled }: BuildMemory,
): readonly CompiledFlow[] {
  const all = faultyIn(found);
  const faulty = funnel.documents.flatMap((document) => (all.has(document) ? [document.file] : [])).join('\n');
  const known = compiled.get(funnel);
  if (known?.faulty === faulty) return known.flows;
  const flows = compileFlow(funnel, found, input);
  compiled.set(funnel, { faulty, flows });
  return flows;
}

function checkFunnel(funnel: PreparedFunnel): Finding[] {
  return [
    ...funnel.renames.findings,
    ...flowRules.flatMap((rule) => [...rule(funnel)]),
    ...wordsRules.flatMap((rule) => [...rule(funnel)]),
  ];
}

function checkSite(flows: readonly Flow[]): Finding[] {
  return siteRules.flatMap((rule) => [...rule(flows)]);
}

/** A flow that nothing was wrong with, compiled, its words written out, and what is wrong with its visits. */
type CompiledFlow = PreparedFunnel & { readonly funnel: CompiledFunnel; readonly findings: readonly Finding[] };

function compileFlow(prepared: PreparedFunnel, found: readonly Finding[], { isPublished }: BuildInput): CompiledFlow[] {
  const { writtenOut: flow, scope, today } = prepared;
  const faulty = faultyIn(found);
  if (faulty.has(flow.document)) return [];
  const expressions = readExpressions(flow);
  const words = prepared.words.map((locale) => writeOutWords(flow, locale));
  const funnel = compileFunnel(flow, expressions, scope, { builtOn: today, words });
  const sound = words.filter(({ document }) => !faulty.has(document));
  const findings = isPublished ? [] : checkVisits({ flow, expressions, funnel, words: sound });
  return [{ ...prepared, words, funnel, findings }];
}

/** Adds a visit that gets no outcome as the example of a missing `else`, where nothing else is wrong. */
function showVisits(funnels: readonly PreparedFunnel[], findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => {
    const funnel = funnels.find(({ flow }) => flow.document === finding.in);
    const isAlone = findings.every((other) => other === finding || other.in !== finding.in || isWarning(other));
    if (!funnel || !isAlone || finding.code !== 'else_missing' || finding.path[0] !== 'outcomes') return finding;
    const visit = findVisitWithoutOutcome(
      compileFunnel(funnel.writtenOut, readExpressions(funnel.writtenOut), funnel.scope, { builtOn: funnel.today }),
    );
    return visit ? { ...finding, counterexample: visit } : finding;
  });
}

/** A funnel without problems; none while the topics it speaks of, or the testimonials it shows, are broken. */
function compile({ writtenOut: flow, words, topics, testimonials, colours, funnel }: CompiledFlow): BuiltFunnel[] {
  const ids = Object.values(flow.value.outcomes ?? {}).flatMap((outcome) => outcome.topics ?? []);
  if (!ids.every((id) => id !== undefined && Object.hasOwn(topics.topics, id))) return [];
  const shown = flow.steps.flatMap(({ value }) => value.testimonials ?? []);
  if (!shown.every((id) => id !== undefined && Object.hasOwn(testimonials.testimonials, id))) return [];
  const catalogs = { topics, testimonials, colours };
  const wordsByLocale = words.map((locale) => [locale.locale, compileWords(flow, locale, catalogs)] as const);
  return [{ funnel, words: Object.fromEntries(wordsByLocale) }];
}
