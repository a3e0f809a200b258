type Size = { width: number; height: number };

/** Scales a size so that its longer side is at most `longest`. Never enlarges. */
export function fitSize({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
