import {
  DRAWING_KEY,
  NIGHT,
  PICTURE_WIDTHS,
  type PictureEncoding,
  type PictureVariant,
} from '#features/site/media/model/picture-variant.ts';

type PictureFormat = PictureEncoding['format'];
export type PictureQuality = PictureEncoding['quality'];

type Size = Pick<PictureVariant, 'width' | 'quality'>;

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

const PICTURES = '/media/';

/** Reports whether a picture is a drawing of a demo car. */
export function isDrawing(url: string): boolean {
  return url.startsWith(PICTURES) && DRAWING_KEY.test(url.slice(PICTURES.length));
}

/** Returns the URL of a drawing's version for the dark theme. */
export const nightUrl = (drawing: string): string => drawing + NIGHT;
