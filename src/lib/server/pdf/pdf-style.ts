/** Style of PDF documents: the colors of the light theme. */
export const INK = '#0c1b2a';
export const INK_SOFT = '#46566a';
export const LINE = '#ddd6c8';
export const SUNKEN = '#f6f2ea';
export const ACCENT = '#c2410c';
/** Colors of chart series. They differ in shape as well: the first is filled, the second outlined. */
export const SERIES = ['#0b5b86', '#8b8577'] as const;

export const PAGE = { width: 595.28, height: 841.89, side: 48, top: 64, bottom: 64 };
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.side;
