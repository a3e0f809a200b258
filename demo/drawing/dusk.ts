/** Luminous colors, which do not change at night. */
const LIT = ['#f6fbff', '#e5372c', '#ff9d8c'];
const WHITE = '#ffffff';
/** Remaining share of red, green and blue at night, and the sky's addition, of 255. */
const LEFT = [0.54, 0.57, 0.66];
const SKY = [2, 5, 12];

/** Returns a color in the light of a harbor at night. */
export function dusk(color: string): string {
  if (LIT.includes(color)) return color;
  const full = color.length === 4 ? WHITE : color;
  const parts = [0, 1, 2].map((i) => {
    const part = Number.parseInt(full.slice(1 + 2 * i, 3 + 2 * i), 16);
    return Math.min(255, Math.round(part * LEFT[i]! + SKY[i]!));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
