import type { COLORS } from '#features/catalog/listings/model/criteria/listing-filters.ts';

type Color = (typeof COLORS)[number];

/** Typical paints of the families, the same in both themes. */
const PAINTS: Record<Color, string> = {
  white: '#ffffff',
  black: '#111417',
  gray: '#7b8187',
  silver: '#c8ccd0',
  blue: '#1f5fae',
  red: '#c0272d',
  brown: '#6d4527',
  beige: '#dccfb4',
  green: '#2f7d4f',
  gold: '#c9a24b',
  yellow: '#f4cc2f',
  orange: '#ee7b22',
  purple: '#6f4a9e',
  pink: '#ec9bb4',
};

export function ColorSwatch({ color }: { color: Color }) {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0 stroke-line-strong" aria-hidden="true">
      <circle cx="10" cy="10" r="9.25" strokeWidth="1" fill={PAINTS[color]} />
    </svg>
  );
}
