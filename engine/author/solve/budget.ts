/** Counts work, so that a funnel with too many states is given up early. */
export class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  spend(work: number): void {
    this.#left -= work;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
