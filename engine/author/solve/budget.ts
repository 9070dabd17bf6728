/** Counts work, so that a funnel with too many states is given up early. */
export class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  spend(work: number): void {
    this.#left -= work;
  }

  /** Is spent right away where there isn't as much left as will be needed. */
  reserve(work: number): void {
    if (work > this.#left) this.#left = -1;
  }

  get left(): number {
    return Math.max(0, this.#left);
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
