/** Visitors of one variant, and how many of them have converted. */
export interface Group {
  readonly visitors: number;
  readonly converted: number;
}

/** What is thought of a rate: a Beta distribution. */
export interface Beta {
  readonly alpha: number;
  readonly beta: number;
}

/** What is thought of a group's rate after what was seen, and Jeffreys' prior before it, Beta(½, ½). */
export function posteriorOf({ visitors, converted }: Group): Beta {
  return { alpha: converted + 0.5, beta: visitors - converted + 0.5 };
}
