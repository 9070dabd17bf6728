import { proveFunnel } from '../../engine/author/prove/prove-funnel.ts';
import { funnelsToProve } from './prove-funnels.ts';

/** Proves large funnels, and prints how many seconds each takes; throws if one can't be proved. */
export function measureProofs(): void {
  const rows = Object.entries(funnelsToProve).map(([what, make]) => {
    const funnel = make();
    const start = performance.now();
    const { kind } = proveFunnel(funnel);
    const seconds = (performance.now() - start) / 1000;
    if (kind !== 'proved') throw new Error(`${what}: ${kind}`);
    return { what, seconds: Number(seconds.toPrecision(2)) };
  });
  console.log('\nProofs of all visits');
  console.table(rows);
}
