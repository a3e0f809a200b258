/** Letters and digits as stamped strokes, 38 wide and 60 tall, which need no font. */
const STROKES: Record<string, string> = {
  '0': 'M19 0Q0 0 0 30T19 60Q38 60 38 30T19 0z',
  '1': 'M6 14L22 0V60M6 60H38',
  '2': 'M1 14Q3 0 19 0Q37 0 37 16Q37 28 0 60H38',
  '4': 'M28 60V0L0 42H40',
  '7': 'M0 0H38L12 60',
  '9': 'M36 20Q36 0 18 0T0 20Q0 38 18 38T36 20Q36 60 8 60',
  B: 'M0 30H20Q37 30 37 45T20 60H0V0H18Q33 0 33 15T18 30',
  C: 'M38 12Q32 0 19 0Q0 0 0 30T19 60Q32 60 38 48',
  E: 'M36 0H0V60H36M0 29H28',
  G: 'M38 10Q30 0 19 0Q0 0 0 30T19 60Q38 60 38 34H22',
  L: 'M0 0V60H36',
  N: 'M0 60V0L38 60V0',
  X: 'M0 0L38 60M38 0L0 60',
};

/** The invented VIN that the article on VIN decoding uses. */
export const SAMPLE_VIN = 'LGXCE4CB9N0004271';

export function letter(character: string, x: number, y: number, size: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" d="${STROKES[character] ?? ''}" fill="none" stroke="currentColor" stroke-width="7" stroke-linejoin="round"/>`;
}
