import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { FunnelDocument } from '../document.ts';
import type { Finding } from '../finding.ts';
import { hasControlCharacter } from './odd-characters.ts';
import {
  badAlias,
  badMerge,
  controlCharacter,
  cutText,
  duplicateKey,
  impossibleKey,
  keyTrap,
  mappingForKey,
  pointInThousands,
  singleMerge,
  type Trap,
  unusedAnchor,
} from './traps.ts';
import { withoutGroups } from './numbers.ts';
import { isMergeKey, isSingleMergeKey, keyText, type NodePair, quoted } from './tree.ts';

export interface ReadOptions {
  /** Whether every ` #` after a text is suspicious (words), or only one that a text could go on with (flows). */
  readonly isText: boolean;
  /** Every key that such a file can have, wherever. */
  readonly keys: ReadonlySet<string>;
}

/** The plain data of a file, the aliases' targets, and the traps that the author has stepped into. */
interface ReadValues {
  readonly value: unknown;
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly findings: readonly Finding[];
  readonly readable: boolean;
}

/** Aliases of aliases can stand for more data than there is memory; a funnel never comes near this. */
const maxValues = 2_000_000;

/** Walks the nodes once, in the order of the file. Values that aliases share are shared in the result too. */
export function readValues(document: FunnelDocument, root: Node | null, options: ReadOptions): ReadValues {
  const reader = new ValueReader(document, options);
  const { value, size } = reader.read(root);
  reader.checkAnchors();
  const readable = !reader.hasBadAlias && size <= maxValues;
  if (size > maxValues) {
    const message = 'The aliases of this file stand for too much data.';
    reader.findings.push({ in: document, code: 'yaml_alias', message, path: [] });
  }
  return { value, targets: reader.targets, findings: reader.findings, readable };
}

interface Read {
  readonly value: unknown;
  readonly size: number;
}

class ValueReader {
  readonly findings: Finding[] = [];
  readonly targets = new Map<Alias, Node>();
  hasBadAlias = false;
  readonly #document: FunnelDocument;
  readonly #options: ReadOptions;
  readonly #anchors = new Map<string, Node>();
  readonly #done = new Map<Node, Read>();
  /** Mappings with a key that is there twice: what else is there twice in them is rarely another mistake. */
  readonly #repeating = new Set<YAMLMap>();
  /** Where the walk is. */
  readonly #path: (string | number)[] = [];

  constructor(document: FunnelDocument, options: ReadOptions) {
    this.#document = document;
    this.#options = options;
  }

  read(node: Node | null): Read {
    if (node === null) return { value: null, size: 1 };
    if (isAlias(node)) return this.#readAlias(node);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    const read = isMap(node) ? this.#readMap(node) : isSeq(node) ? this.#readSeq(node) : this.#readScalar(node);
    if (anchor !== undefined) this.#done.set(node, read);
    return read;
  }

  /** Where texts are written, every anchor of a text is used. */
  checkAnchors(): void {
    if (!this.#options.isText) return;
    const used = new Set(this.targets.values());
    for (const node of this.#done.keys()) {
      if (isScalar(node) && !used.has(node)) this.#tell(unusedAnchor(node, this.#text));
    }
  }

  #readAlias(node: Alias): Read {
    const target = this.#anchors.get(node.source);
    const read = target && this.#done.get(target);
    if (target && read) {
      this.targets.set(node, target);
      return read;
    }
    this.hasBadAlias = true;
    this.#tell(badAlias(node, target, this.#anchors.keys(), this.#text));
    return { value: null, size: 1 };
  }

  #readAt(segment: string | number, node: Node | null): Read {
    this.#path.push(segment);
    const read = this.read(node);
    this.#path.pop();
    return read;
  }

  #readSeq(node: YAMLSeq): Read {
    let size = 1;
    const value: unknown[] = [];
    for (const [index, item] of (node.items as Node[]).entries()) {
      const read = this.#readAt(index, item);
      value.push(read.value);
      size += read.size;
    }
    return { value, size };
  }

  #readMap(node: YAMLMap): Read {
    const value: Record<string, unknown> = {};
    const own = new Set<string>();
    let size = 1;
    let next = 0;
    for (const [index, pair] of (node.items as NodePair[]).entries()) {
      if (index < next) continue;
      const isSingle = isSingleMergeKey(pair);
      if (isSingle) this.#tell(singleMerge(pair, this.#text));
      if (isSingle || isMergeKey(pair.key)) {
        size += this.#merge(value, pair.value);
        continue;
      }
      const cut = readCutValue(node, index, this.#text, this.#options);
      if (cut && !own.has(cut.key)) {
        this.#tell(cut.trap, cut.key);
        own.add(cut.key);
        value[cut.key] = cut.value;
        next = cut.next;
        continue;
      }
      if (pair.key && !isScalar(pair.key) && node.items.length === 1) {
        this.#tell(mappingForKey(node, this.#text));
        const [start = 0, end = 0] = node.range ?? [];
        return { value: this.#text.slice(start, end), size: 1 };
      }
      const read = this.#readAt(keyText(pair.key) ?? '', pair.value);
      const key = this.#readKey(pair.key, own, node);
      if (key === undefined) continue;
      own.add(key);
      value[key] = read.value;
      size += read.size;
    }
    return { value, size };
  }

  #merge(into: Record<string, unknown>, node: Node | null): number {
    let size = 1;
    const sources = isSeq(node) ? (node.items as Node[]) : [node];
    for (const source of sources) {
      const read = this.read(source);
      size += read.size;
      const resolved = isAlias(source) ? this.targets.get(source) : source;
      if (isMap(resolved) && typeof read.value === 'object' && read.value !== null) {
        for (const [key, value] of Object.entries(read.value)) if (!Object.hasOwn(into, key)) into[key] = value;
      } else if (!isAlias(source) || resolved) {
        this.#tell(badMerge(source, this.#text));
      }
    }
    return size;
  }

  /** The text of a key that can be used; what can't is reported. */
  #readKey(node: Node | null, own: ReadonlySet<string>, map: YAMLMap): string | undefined {
    const key = keyText(node);
    if (!node || key === undefined || key === '__proto__') {
      this.#tell(impossibleKey(node, this.#text));
      return undefined;
    }
    if (own.has(key)) {
      if (!this.#repeating.has(map)) {
        this.#tell(duplicateKey(node, key, this.#text, typeof this.#path.at(-1) === 'number'), key);
      }
      this.#repeating.add(map);
      return undefined;
    }
    const trap = keyTrap(node, key, this.#text);
    if (trap) this.#tell(trap, key);
    return key;
  }

  #readScalar(node: Scalar): Read {
    const trap =
      node.type === Scalar.PLAIN && typeof node.value === 'string'
        ? cutText(node, this.#text, this.#options.isText)
        : this.#options.isText
          ? undefined
          : pointInThousands(node, this.#text);
    if (trap) this.#tell(trap);
    else if (node.type === Scalar.QUOTE_DOUBLE && typeof node.value === 'string' && hasControlCharacter(node.value)) {
      this.#tell(controlCharacter(node, this.#text));
    }
    return { value: node.value, size: 1 };
  }

  get #text(): string {
    return this.#document.text;
  }

  #tell(trap: Trap, ...rest: readonly string[]): void {
    this.findings.push({ in: this.#document, path: [...this.#path, ...rest], ...trap });
  }
}

/** A value between braces that commas have cut, put together again. */
interface CutValue {
  readonly key: string;
  readonly value: string | number;
  readonly trap: Trap;
  /** The index of the first pair that doesn't belong to it. */
  readonly next: number;
}

const expressionKeys: ReadonlySet<string | undefined> = new Set(['when', 'show_if', 'that', 'value']);

/**
 * `{ title: Yes, please }` and `{ score: 2,5 }`: between braces a comma ends the value, and the rest becomes keys without
 * a value, all of which are put back. In a flow only expressions and decimal commas can be meant.
 */
function readCutValue(
  map: YAMLMap,
  index: number,
  text: string,
  options: { readonly isText: boolean; readonly keys: ReadonlySet<string> },
): CutValue | undefined {
  const pairs = map.items as NodePair[];
  const [pair, follower] = [pairs[index], pairs[index + 1]];
  if (!map.flow || !pair || !follower || !isRest(follower, options.keys) || !isScalar(pair.value)) return undefined;
  const key = keyText(pair.key);
  const [start = 0, valueEnd = 0] = pair.value.range ?? [];
  if (key === undefined || key === '__proto__' || pair.value.value === null) return undefined;
  let next = index + 1;
  for (let rest = pairs[next]; rest && isRest(rest, options.keys); rest = pairs[next]) next += 1;
  const last = pairs[next - 1]?.key;
  const range = { start: follower.key.range?.[0] ?? start, end: last?.range?.[1] ?? valueEnd };
  if (/\d$/.test(text.slice(start, valueEnd)) && /^,\d/.test(text.slice(valueEnd))) {
    return { key, next, ...decimalComma(key, text.slice(start, range.end), range) };
  }
  if (typeof pair.value.value !== 'string' || !(options.isText || expressionKeys.has(key))) return undefined;
  const isPlain = pair.value.type === Scalar.PLAIN;
  const value = isPlain ? text.slice(start, range.end) : pair.value.value + text.slice(valueEnd, range.end);
  const hint = `Write ${key}: ${quoted(value)}`;
  return {
    key,
    next,
    value,
    trap: { code: 'text_cut', message: 'Between { and }, a comma ends the text.', range, hint },
  };
}

/** A plain piece without a colon, which is no key that could have lost its value. */
function isRest({ key, value }: NodePair, keys: ReadonlySet<string>): boolean {
  return value === null && isScalar(key) && key.type === Scalar.PLAIN && !keys.has(keyText(key) ?? '');
}

function decimalComma(key: string, source: string, range: Trap['range'] & object): Pick<CutValue, 'value' | 'trap'> {
  const thousands = withoutGroups(source);
  const repaired = thousands ?? source.replaceAll(/(\d),(?=\d)/g, '$1.');
  const trap: Trap = {
    code: 'bad_number',
    message:
      thousands === undefined
        ? 'A number is written with a decimal point, not with a comma.'
        : 'A number is written without commas between its thousands.',
    range,
    hint: `Write ${key}: ${repaired}`,
  };
  const number = Number(repaired);
  return { trap, value: Number.isNaN(number) ? repaired : number };
}
