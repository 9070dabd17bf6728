/** Below it nothing changes. */
const knee = 0.45;

/** No sample is above it: -3.7 dBFS, as encoding adds a little. */
export const ceiling = 0.65;

/** Bends what is too loud, softly, instead of cutting it. */
export function limit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= knee) return sample;
  const bent = knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee));
  return sample < 0 ? -bent : bent;
}
