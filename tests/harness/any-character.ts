import fc from 'fast-check';

/**
 * Any character of Unicode, as the unit of `fc.string`: its own one for that, `binary`, takes seconds before the first
 * text.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code));
