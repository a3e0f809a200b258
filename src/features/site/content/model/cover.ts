import { mediaCalls } from '#features/site/site-calls.ts';
import { href } from '#lib/api-client/api-call.ts';

/** Cover drawings of articles have an aspect ratio of 16:10. */
export const COVER_SIZE = { width: 1600, height: 1000 } as const;

const WIDTHS = [320, 640, 960, 1600] as const;

type CoverFormat = 'avif' | 'webp' | 'jpg';

export function coverUrl(scene: string, format: CoverFormat, width: (typeof WIDTHS)[number], quality = 60): string {
  return href(mediaCalls.picture, { params: { key: `scene-${scene}` }, query: { w: width, f: format, q: quality } });
}

/** Returns the `srcset` of a cover in one format. */
export function coverSrcSet(scene: string, format: CoverFormat): string {
  return WIDTHS.map((width) => `${coverUrl(scene, format, width)} ${width}w`).join(', ');
}
