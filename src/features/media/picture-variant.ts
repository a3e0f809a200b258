export const PICTURE_WIDTHS = [320, 640, 960, 1600] as const;
export const PICTURE_QUALITIES = [60, 80] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;

/** One rendering of a picture. Only listed widths, qualities and formats exist, so that nobody can make us render without end. */
export type PictureVariant = {
  width: (typeof PICTURE_WIDTHS)[number];
  quality: (typeof PICTURE_QUALITIES)[number];
  format: (typeof PICTURE_FORMATS)[number];
};

export const PICTURE_KEY = /^[a-z0-9][a-z0-9-]{0,120}$/;
