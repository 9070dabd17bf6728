import { proveFunnel } from '../../engine/author/prove/prove-funnel.ts';
import { todayInUtc } from '../../scripts/build/load-site.ts';
import { buildQuestionnaires, filesOf, questionnaireIds } from '../questionnaires/questionnaires.ts';
import { funnelsToProve } from './prove-funnels.ts';

/** Proves large funnels and checks questionnaires, and prints how many seconds each takes; throws if one can't be proved. */
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
  console.table([...rows, ...questionnaireIds.map(measureQuestionnaire)]);
}

/** From its files to its proofs. */
function measureQuestionnaire(id: string) {
  const files = filesOf(id);
  const start = performance.now();
  const { problems, warnings } = buildQuestionnaires(files, todayInUtc());
  const seconds = (performance.now() - start) / 1000;
  if (problems.length + warnings.length > 0) throw new Error(`${id}: ${problems.length} problems`);
  return { what: id, seconds: Number(seconds.toPrecision(2)) };
}
