/** How our papers look. Ink on white, whatever the theme of a screen: the colours of the design's light side. */
export const INK = '#0c1b2a';
export const INK_SOFT = '#46566a';
export const LINE = '#ddd6c8';
export const SUNKEN = '#f6f2ea';
export const ACCENT = '#c2410c';
/** Of a chart's series, told apart by their shape too: the first is drawn full, the second as an outline. */
export const SERIES = ['#0b5b86', '#8b8577'] as const;

export const PAGE = { width: 595.28, height: 841.89, side: 48, top: 64, bottom: 64 };
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.side;
