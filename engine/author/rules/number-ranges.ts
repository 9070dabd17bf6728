import type { Finding } from '../finding.ts';
import type { FlowRule } from './rule.ts';

const maxScalePoints = 11;

/** The numbers to choose from go from `min` to `max` in whole steps, and a scale has room for all of them. */
export const numberRanges: FlowRule = function* ({ flow }) {
  for (const { sound, path, value } of flow.steps) {
    const { type, min, max, step = 1, input } = value;
    if (!sound || type !== 'number' || min === undefined || max === undefined) continue;
    const place = { in: flow.document };
    const finding: Omit<Finding, 'in'> | undefined =
      min >= max
        ? {
            path: [...path, 'min'],
            code: 'number_range',
            message: `min must be below max, and ${min} isn't below ${max}.`,
          }
        : !isWhole((max - min) / step)
          ? misfit([...path, value.step === undefined ? 'max' : 'step'], min, max, step)
          : input === 'scale' && (max - min) / step >= maxScalePoints
            ? tooLong([...path, 'input'], Math.round((max - min) / step) + 1)
            : undefined;
    if (finding) yield { ...place, ...finding };
  }
};

function isWhole(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

function misfit(path: Finding['path'], min: number, max: number, step: number): Omit<Finding, 'in'> {
  const message = `From ${min} to ${max} is not a whole number of steps of ${step}.`;
  const last = Number((min + Math.floor((max - min) / step) * step).toFixed(9));
  return {
    path,
    code: 'number_step',
    message,
    ...(last > min && { hint: `Steps of ${step} from ${min} come to ${last}.` }),
  };
}

function tooLong(path: Finding['path'], points: number): Omit<Finding, 'in'> {
  const message = `A scale has at most ${maxScalePoints} points, and this one would have ${points}.`;
  return { path, code: 'scale_too_long', message, hint: 'Use input: slider.' };
}
