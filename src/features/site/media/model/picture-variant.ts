export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
export const PICTURE_QUALITIES = [60, 80] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureEncoding = {
  quality: (typeof PICTURE_QUALITIES)[number];
  format: (typeof PICTURE_FORMATS)[number];
};

/** One rendering of a picture. */
export type PictureVariant = PictureEncoding & { width: PictureWidth };

export const PICTURE_KEY = /^[a-z0-9][a-z0-9-]{0,120}$/;
/** Keys of drawn demo cars. No photo of a seller has one. */
export const DRAWING_KEY = /^demo-/;
/** Ends the key of a drawing's version for the dark theme. */
export const NIGHT = '-night';
export const PHOTO_KEY = /^photo-[0-9a-f]{32}$/;
export const REPORT_KEY = /^report-[0-9a-f]{32}$/;

const small = (format: PictureEncoding['format']): PictureEncoding => ({ format, quality: 60 });
const fine = (format: PictureEncoding['format']): PictureEncoding => ({ format, quality: 80 });

/** The renderings of a car's picture: those that pages use, by width. No request causes another one. */
export const PAGE_ENCODINGS: Record<PictureWidth, PictureEncoding[]> = {
  320: [small('avif'), small('webp'), fine('avif'), fine('webp')],
  640: [small('avif'), small('webp'), small('jpg'), fine('avif'), fine('webp'), fine('jpg')],
  960: [small('avif'), small('webp'), fine('avif'), fine('webp'), fine('jpg')],
  1600: [fine('avif'), fine('webp'), fine('jpg')],
};

const SCENE_KEY = /^scene-/;

/**
 * Returns the rendering that answers a request: the requested one if pages use it, else the next in width, then quality,
 * of the same format. The site's own pictures are few and exist in all combinations.
 */
export function renderedVariant(key: string, requested: PictureVariant): PictureVariant {
  if (SCENE_KEY.test(key)) return requested;
  const { width, quality, format } = requested;
  const candidates = PICTURE_WIDTHS.filter((each) => each >= width).flatMap((each) =>
    PAGE_ENCODINGS[each].map((encoding) => ({ width: each, ...encoding })),
  );
  return candidates.find((each) => each.format === format && each.quality >= quality) ?? requested;
}
