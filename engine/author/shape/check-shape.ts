import type { BrokenPart, FunnelDocument } from '../document.ts';
import { closest } from '../did-you-mean.ts';
import type { Finding } from '../finding.ts';
import { explainValue, pathOf, valueAt } from './explain-value.ts';
import { explainUnknownKey } from './explain-name.ts';
import { type FileShape, type SchemaError, stepKeys, validateShape } from './validate.ts';
import { keyOfExperiment, type VariantReading, readingsOf, type VariantTexts } from '../variant-texts.ts';
import type { Path } from '../../problem.ts';

interface CheckedShape {
  readonly findings: readonly Finding[];
  readonly broken: readonly BrokenPart[];
}

/**
 * Holds a file against its schema: one finding for each mistake. Afterwards the broken parts are gone from the
 * document's value, so that the rest of it has the shape that later stages expect. `variantTexts`: what was taken out of
 * it; their broken parts are gone too.
 */
export function checkShape(
  document: FunnelDocument,
  shape: FileShape,
  variantTexts: readonly VariantTexts[] = [],
): CheckedShape {
  if (document.value === null || document.value === undefined) {
    return {
      findings: [
        { in: document, code: 'file_empty', message: 'This file is empty.', path: [], range: { start: 0, end: 0 } },
      ],
      broken: [{ path: [] }],
    };
  }
  const findings: Finding[] = [];
  const broken: BrokenPart[] = [];
  const untyped: unknown[] = [];
  for (const reading of readingsOf(document.value, variantTexts)) {
    const errors = validateShape(shape, reading.value);
    for (const group of groupByPlace(errors)) {
      for (const { finding, parts } of explainGroup(document, reading, group)) {
        findings.push(finding);
        broken.push(...parts);
      }
    }
    for (const { keyword, data } of errors) if (keyword === 'discriminator') untyped.push(data);
  }
  for (const { path } of broken) pruneEverywhere(document.value, variantTexts, path);
  for (const step of untyped) removeAllButNames(step);
  return { findings, broken };
}

/** Takes out what is at a path of the file; a text by variant also where it was put in for all of them. */
function pruneEverywhere(root: unknown, variantTexts: readonly VariantTexts[], path: Path): void {
  const owner = variantTexts.find(
    ({ path: at, experiment }) =>
      path[at.length] === keyOfExperiment(experiment) && at.every((part, index) => part === path[index]),
  );
  if (!owner) return prune(root, path);
  const [variant, ...rest] = path.slice(owner.path.length + 1);
  prune(owner.texts, [variant!, ...rest]);
  if (variant === Object.keys(owner.texts)[0]) prune(root, [...owner.path, ...rest]);
}

function groupByPlace(errors: readonly SchemaError[]): Iterable<readonly SchemaError[]> {
  const groups = new Map<string, SchemaError[]>();
  for (const error of errors) {
    const group = groups.get(error.instancePath);
    if (group) group.push(error);
    else groups.set(error.instancePath, [error]);
  }
  return groups.values();
}

interface Explained {
  readonly finding: Finding;
  /** What is not to be relied on any more. */
  readonly parts: readonly BrokenPart[];
}

/** All errors of one value. A misspelt key that must be there is one mistake, not two. */
function* explainGroup(
  document: FunnelDocument,
  { value, placeOf }: VariantReading<unknown>,
  errors: readonly SchemaError[],
): Iterable<Explained> {
  const [first] = errors;
  if (!first) return;
  const at = pathOf(first.instancePath, value);
  const path = placeOf(at)?.path;
  if (!path) return;
  const missing = new Set(
    errors.filter(({ keyword }) => keyword === 'required').map(({ params }) => String(params['missingProperty'])),
  );
  const isUntyped = errors.some(({ keyword }) => keyword === 'discriminator') && missing.has('type');
  const unknown = isUntyped ? unknownToEveryType(valueAt(value, at)) : [];
  const unknownErrors = errors.filter(({ keyword }) => keyword === 'additionalProperties');
  for (const key of [...unknown, ...unknownErrors.map(({ params }) => String(params['additionalProperty']))]) {
    const meant =
      closest(key, missing) ??
      [...missing].find((name) => key.startsWith(name)) ??
      onlyMissing(first.data, unknownErrors.length, missing);
    if (isUntyped && meant !== 'type') continue;
    if (meant !== undefined) missing.delete(meant);
    const schema = (unknownErrors[0] ?? first).parentSchema ?? {};
    const finding = explainUnknownKey(document, path, key, schema, meant);
    const guess = /"([^"]+)"\?$/.exec(finding.hint ?? '')?.[1];
    yield {
      finding,
      parts: [{ path: [...path, key], ...(guess !== undefined && { meant: guess }) }],
    };
  }
  for (const key of missing) {
    const thing = errors.find(({ params }) => params['missingProperty'] === key)?.parentSchema?.title ?? 'this';
    const message = `${thing.charAt(0).toUpperCase()}${thing.slice(1)} must have "${key}".`;
    yield { finding: { in: document, code: 'key_missing', message, path }, parts: [{ path: [...path, key] }] };
  }
  const aboutValue = errors.filter(
    (error) => isAboutValue(error) && !(unknownErrors.length > 0 && error.keyword === 'maxProperties'),
  );
  if (aboutValue.length > 0) yield* explainValue(document, path, aboutValue);
}

/** What is missing of a mapping whose only key isn't known: one mistake, not two. */
function onlyMissing(data: unknown, unknown: number, missing: ReadonlySet<string>): string | undefined {
  const isOnlyKey = unknown === 1 && typeof data === 'object' && data !== null && Object.keys(data).length === 1;
  return isOnlyKey && missing.size === 1 ? [...missing][0] : undefined;
}

function isAboutValue({ keyword, params, data }: SchemaError): boolean {
  if (keyword === 'discriminator') return params['error'] === 'mapping' || valueAt(data, ['type']) !== undefined;
  return !['required', 'additionalProperties', 'propertyNames', 'if'].includes(keyword);
}

function unknownToEveryType(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((key) => [...stepKeys.values()].every((keys) => !keys.has(key)));
}

/** Takes a value out, whatever is shared with it. List items leave a gap, so that the others keep their places. */
function prune(root: unknown, path: Path): void {
  const last = path.at(-1);
  const parent = last === undefined ? undefined : valueAt(root, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  if (Array.isArray(parent)) parent[Number(last)] = undefined;
  else delete (parent as Record<string, unknown>)[last];
}

/** Of a step whose type isn't known, nothing has been checked. It still has its names. */
function removeAllButNames(step: unknown): void {
  if (typeof step !== 'object' || step === null) return;
  for (const [key, value] of Object.entries(step)) {
    const isName = (key === 'id' || key === 'field') && typeof value === 'string';
    if (!isName) delete (step as Record<string, unknown>)[key];
  }
}
