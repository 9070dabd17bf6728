import { applyOperator, type Slot, type Term } from '../expression/terms.ts';
import type { Budget } from './budget.ts';
import type { Value } from '../../run/expression.ts';
import type { Grid } from '../steps/candidate.ts';
import { placeFrom, placeUpTo } from './grid.ts';
import { partsFor } from './narrow.ts';
import { apply, canFail, isEmpty, meet, numbers, onlyTrue, type Region, regionOf } from './region.ts';

/** Answers for which conditions hold, by slot: the place of each number on its grid. */
export type Places = ReadonlyMap<Slot, number>;

/** There are no such answers: that is proved. */
export const noAnswers = 'none';
/** Whether there are is beyond what is looked at. */
export const notKnown = 'not known';
type Solution = Places | typeof noAnswers | typeof notKnown;

/**
 * Finds numbers for which conditions hold, or proves that there are none, to the letter of the evaluator: ranges are narrowed
 * by what has to hold, and halved where that isn't enough. What is found has been worked out by the evaluator itself.
 */
export class Solver {
  readonly #gridOf: (slot: Slot) => Grid;
  readonly #known = new Map<string, Solution>();

  constructor(gridOf: (slot: Slot) => Grid) {
    this.#gridOf = gridOf;
  }

  /** The conditions depend on nothing but numbers of grids. */
  solve(conditions: readonly Term[], budget: Budget): Solution {
    const found = new Map<Slot, number>();
    let isKnown = true;
    for (const group of groupsOf(conditions.flatMap(conjuncts))) {
      const solution = this.#solveGroup(group, budget);
      if (solution === noAnswers) return noAnswers;
      if (solution === notKnown) isKnown = false;
      else for (const [slot, place] of solution) found.set(slot, place);
    }
    return isKnown ? found : notKnown;
  }

  /** Those that share numbers. */
  #solveGroup(conditions: readonly Term[], budget: Budget): Solution {
    const key = conditions.map(({ id }) => id).join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const solution = new System(conditions, this.#gridOf).solve(budget);
    if (solution !== notKnown) this.#known.set(key, solution);
    return solution;
  }
}

/** The conditions that have to hold each by itself for one that joins them to hold. */
function conjuncts(term: Term): readonly Term[] {
  return term.kind === 'operation' && term.operator === 'and' ? term.parts.flatMap(conjuncts) : [term];
}

/** Conditions sorted into groups of which no two depend on the same number. */
export function groupsOf(conditions: readonly Term[]): readonly (readonly Term[])[] {
  let groups: { slots: Set<Slot>; terms: Term[] }[] = [];
  for (const term of conditions.toSorted((one, other) => one.id - other.id)) {
    const [touched, others] = [[] as typeof groups, [] as typeof groups];
    for (const group of groups) ([...term.slots].some((slot) => group.slots.has(slot)) ? touched : others).push(group);
    const slots = new Set([...term.slots, ...touched.flatMap((group) => [...group.slots])]);
    const terms = [...new Set([...touched.flatMap((group) => group.terms), term])];
    groups = [...others, { slots, terms }];
  }
  return groups.map(({ terms }) => terms.toSorted((one, other) => one.id - other.id));
}

/** A term and the places of its parts, all before it. */
interface Node {
  readonly term: Term;
  readonly parts: readonly number[];
}

interface Box {
  /** What each node can be. */
  readonly regions: Region[];
  /** The lowest and the highest place of each number. */
  readonly from: number[];
  readonly to: number[];
}

/** So often ranges are narrowed before they are halved. */
const maxRounds = 8;

/** So often boxes of a single number are halved before its numbers are tried one by one. */
const maxHalvings = 500;

/** Narrowing goes on while a range of numbers has shrunk by so much. */
const worthwhile = 0.9;

class System {
  readonly #nodes: Node[] = [];
  readonly #places = new Map<Term, number>();
  /** The nodes that have to be true. */
  readonly #roots: readonly number[];
  readonly #slots: { readonly slot: Slot; readonly grid: Grid; readonly node: number }[] = [];
  readonly #slotAt = new Map<number, number>();

  constructor(conditions: readonly Term[], gridOf: (slot: Slot) => Grid) {
    this.#roots = conditions.map((term) => this.#add(term, gridOf));
  }

  #add(term: Term, gridOf: (slot: Slot) => Grid): number {
    const known = this.#places.get(term);
    if (known !== undefined) return known;
    const parts = term.kind === 'operation' ? term.parts.map((part) => this.#add(part, gridOf)) : [];
    const node = this.#nodes.push({ term, parts }) - 1;
    this.#places.set(term, node);
    if (term.kind === 'slot') {
      this.#slotAt.set(node, this.#slots.length);
      this.#slots.push({ slot: term.slot, grid: gridOf(term.slot), node });
    }
    return node;
  }

  solve(budget: Budget): Solution {
    const regions = this.#nodes.map(({ term }) => (term.kind === 'known' ? regionOf(term.value) : everything));
    const whole: Box = { regions, from: this.#slots.map(() => 0), to: this.#slots.map(({ grid }) => grid.last) };
    for (const [at, { node }] of this.#slots.entries()) regions[node] = this.#range(at, whole);
    for (const root of this.#roots) regions[root] = meet(regions[root]!, onlyTrue);
    const boxes = [whole];
    for (let looked = 0; boxes.length > 0; looked += 1) {
      if (looked >= maxHalvings && this.#slots.length === 1) return this.#tryEach(boxes, budget);
      const box = boxes.pop()!;
      budget.spend(1 + this.#nodes.length / 4);
      if (budget.isSpent) return notKnown;
      if (!this.#narrow(box, budget)) continue;
      const found = this.#tryPoints(box);
      if (found) return found;
      const split = this.#splitAt(box);
      if (split === undefined) continue;
      boxes.push(...this.#halve(box, split));
    }
    return noAnswers;
  }

  /** Works the conditions out at every number of these boxes: of a single number, that is quicker than halving to the end. */
  #tryEach(boxes: readonly Box[], budget: Budget): Solution {
    const { slot } = this.#slots[0]!;
    for (const { from, to } of boxes) {
      for (let place = from[0]!; place <= to[0]!; place += 1) {
        budget.spend(this.#nodes.length / 16);
        if (budget.isSpent) return notKnown;
        if (this.#holdsAt([place])) return new Map([[slot, place]]);
      }
    }
    return noAnswers;
  }

  #range(at: number, { from, to }: Box): Region {
    const { grid } = this.#slots[at]!;
    return numbers(grid.valueAt(from[at]!), grid.valueAt(to[at]!));
  }

  /** Narrows ranges by what has to hold; whether anything is left. */
  #narrow(box: Box, budget: Budget): boolean {
    for (let round = 0; round < maxRounds; round += 1) {
      budget.spend(this.#nodes.length / 4);
      const before = box.to.map((to, at) => to - box.from[at]!);
      if (!this.#workOut(box.regions) || !this.#lookBack(box)) return false;
      if (before.every((size, at) => box.to[at]! - box.from[at]! >= size * worthwhile)) break;
    }
    return true;
  }

  /** From the parts to the whole. */
  #workOut(regions: Region[]): boolean {
    for (const [at, { term, parts }] of this.#nodes.entries()) {
      if (term.kind !== 'operation') continue;
      const region = meet(regions[at]!, this.#apply(term, parts, regions));
      if (isEmpty(region)) return false;
      regions[at] = region;
    }
    return true;
  }

  #apply(term: Term & { kind: 'operation' }, parts: readonly number[], regions: readonly Region[]): Region {
    if (term.operator === 'in') return this.#contains(parts, regions);
    return apply(
      term.operator,
      parts.map((part) => regions[part]!),
      parts[0] === parts[1],
    );
  }

  /** A number is in a list of known values as far as its range reaches. */
  #contains([item, list]: readonly number[], regions: readonly Region[]): Region {
    const { term } = this.#nodes[list!]!;
    const region = regions[item!]!;
    if (term.kind !== 'known' || !Array.isArray(term.value)) return everything;
    const values = term.value as readonly Value[];
    const isMet = values.some((value) => !isEmpty(meet(region, regionOf(value))));
    const isOne = region.least === region.most && !region.isOther && !region.isTrue && values.includes(region.least);
    return { ...onlyTrue, isTrue: isMet, isOther: !isOne };
  }

  /** From the whole to the parts. */
  #lookBack({ regions, from, to }: Box): boolean {
    for (let at = this.#nodes.length - 1; at >= 0; at -= 1) {
      const { term, parts } = this.#nodes[at]!;
      if (term.kind !== 'operation') continue;
      const left = partsFor(
        term.operator,
        regions[at]!,
        parts.map((part) => regions[part]!),
      );
      for (const [number, region] of left.entries()) {
        if (!region) continue;
        const part = parts[number]!;
        const narrowed = meet(regions[part]!, region);
        if (isEmpty(narrowed)) return false;
        regions[part] = narrowed;
      }
    }
    for (const [at, { grid, node }] of this.#slots.entries()) {
      const { least, most } = regions[node]!;
      if (least > grid.valueAt(from[at]!)) from[at] = placeFrom(grid, least);
      if (most < grid.valueAt(to[at]!)) to[at] = placeUpTo(grid, most);
      if (from[at]! > to[at]!) return false;
      regions[node] = numbers(grid.valueAt(from[at]!), grid.valueAt(to[at]!));
    }
    return true;
  }

  /** Works the conditions out at the lowest numbers of a box, at those in its middle, and at the highest. */
  #tryPoints({ from, to }: Box): Places | undefined {
    const isPoint = from.every((place, at) => place === to[at]);
    for (const share of isPoint ? [0] : [0, 0.5, 1]) {
      const places = from.map((place, at) => place + Math.floor((to[at]! - place) * share));
      if (this.#holdsAt(places)) return new Map(this.#slots.map(({ slot }, at) => [slot, places[at]!]));
    }
    return undefined;
  }

  #holdsAt(places: readonly number[]): boolean {
    const values: Value[] = [];
    for (const [at, { term, parts }] of this.#nodes.entries()) {
      const slot = this.#slotAt.get(at);
      if (slot !== undefined) values.push(this.#slots[slot]!.grid.valueAt(places[slot]!));
      else if (term.kind === 'operation')
        values.push(
          applyOperator(
            term.operator,
            parts.map((part) => values[part]),
          ),
        );
      else values.push(term.kind === 'known' ? term.value : undefined);
    }
    return this.#roots.every((root) => values[root] === true);
  }

  /** The number with the widest range, first of all of those that conditions which may fail depend on; none in a point. */
  #splitAt(box: Box): number | undefined {
    const regions = this.#nodes.map(({ term }) => (term.kind === 'known' ? regionOf(term.value) : everything));
    for (const [at, { node }] of this.#slots.entries()) regions[node] = this.#range(at, box);
    this.#workOut(regions);
    const open = this.#roots.filter((root) => canFail(regions[root]!));
    const slots = new Set(open.flatMap((root) => [...this.#nodes[root]!.term.slots]));
    return this.#widest(box, ({ slot }) => slots.has(slot)) ?? this.#widest(box, () => true);
  }

  #widest({ from, to }: Box, isAsked: (number: { readonly slot: Slot }) => boolean): number | undefined {
    let widest: number | undefined;
    for (const [at, number] of this.#slots.entries()) {
      const size = to[at]! - from[at]!;
      if (size === 0 || !isAsked(number)) continue;
      if (widest === undefined || size > to[widest]! - from[widest]!) widest = at;
    }
    return widest;
  }

  /** The upper half first: the last one is looked at next. */
  #halve(box: Box, at: number): readonly Box[] {
    const middle = Math.floor((box.from[at]! + box.to[at]!) / 2);
    const upper = { regions: [...box.regions], from: [...box.from], to: [...box.to] };
    const lower = { regions: [...box.regions], from: [...box.from], to: [...box.to] };
    upper.from[at] = middle + 1;
    lower.to[at] = middle;
    for (const half of [upper, lower]) half.regions[this.#slots[at]!.node] = this.#range(at, half);
    return [upper, lower];
  }
}

const everything: Region = { least: -Infinity, most: Infinity, isTrue: true, isOther: true };
