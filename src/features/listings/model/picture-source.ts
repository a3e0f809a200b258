export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
type PictureFormat = 'avif' | 'webp' | 'jpg';
export type PictureQuality = 60 | 80;

type Size = { width: (typeof PICTURE_WIDTHS)[number]; quality: PictureQuality };

/** Returns the URL of a picture in one size and format. A relative URL is below the API base. */
export function pictureUrl(url: string, format: PictureFormat, { width, quality }: Size): string {
  if (!url.startsWith('/')) return url;
  const [path] = url.split('?');
  return `/api${path}?w=${width}&f=${format}&q=${quality}`;
}

/** Returns a `srcset` of one format. */
export function pictureSet(url: string, format: PictureFormat, maxWidth: number, quality: PictureQuality): string {
  return PICTURE_WIDTHS.filter((width) => width <= maxWidth)
    .map((width) => `${pictureUrl(url, format, { width, quality })} ${width}w`)
    .join(', ');
}
