type Size = { width: number; height: number };

/** A size of the same shape whose longer side is at most `longest`; never larger than it was. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
