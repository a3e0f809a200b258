export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
export const PICTURE_QUALITIES = [60, 80] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureEncoding = {
  quality: (typeof PICTURE_QUALITIES)[number];
  format: (typeof PICTURE_FORMATS)[number];
};

/** One rendering of a picture. Values come from fixed lists, so that requests cannot cause endless rendering. */
export type PictureVariant = PictureEncoding & { width: PictureWidth };

export const PICTURE_KEY = /^[a-z0-9][a-z0-9-]{0,120}$/;
export const PHOTO_KEY = /^photo-[0-9a-f]{32}$/;
export const REPORT_KEY = /^report-[0-9a-f]{32}$/;

const small = (format: PictureEncoding['format']): PictureEncoding => ({ format, quality: 60 });
const fine = (format: PictureEncoding['format']): PictureEncoding => ({ format, quality: 80 });

/** Encodings that pages use, by width. Rendered right after an upload; all others on first request. */
export const PAGE_ENCODINGS: Record<PictureWidth, PictureEncoding[]> = {
  320: [small('avif'), small('webp'), fine('avif'), fine('webp')],
  640: [small('avif'), small('webp'), small('jpg'), fine('avif'), fine('webp'), fine('jpg')],
  960: [small('avif'), small('webp'), fine('avif'), fine('webp'), fine('jpg')],
  1600: [fine('avif'), fine('webp'), fine('jpg')],
};
