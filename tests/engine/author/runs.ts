/** How many times a property is tried; `RUNS=20` in the environment tries each 20 times as often. */
export function runs(few: number): number {
  return few * Number(process.env['RUNS'] ?? 1);
}
