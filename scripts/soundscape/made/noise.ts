/** Noise in which every octave from 70 Hz on is as strong as the next, as in falling water. Below it only rumbles. */
export class PinkNoise {
  #state: number;
  #slow = 0;
  #middle = 0;
  #fast = 0;
  #rumble = 0;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  /** Overwrites `samples`. */
  write(samples: Float32Array): void {
    let state = this.#state;
    let slow = this.#slow;
    let middle = this.#middle;
    let fast = this.#fast;
    let rumble = this.#rumble;
    for (let index = 0; index < samples.length; index++) {
      // xorshift32 by Marsaglia: nobody hears that it repeats after two days.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const white = state / 2 ** 31;
      // Three filters add up to a slope of 3 dB for each octave (Paul Kellet).
      slow = 0.997_65 * slow + white * 0.099_046;
      middle = 0.963 * middle + white * 0.296_516_4;
      fast = 0.57 * fast + white * 1.052_691_3;
      const pink = 0.2 * (slow + middle + fast + white * 0.184_8);
      rumble += 0.018 * (pink - rumble);
      samples[index] = pink - rumble;
    }
    this.#state = state;
    this.#slow = slow;
    this.#middle = middle;
    this.#fast = fast;
    this.#rumble = rumble;
  }
}
