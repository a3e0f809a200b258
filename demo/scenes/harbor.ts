/** The harbor's colors by day and by night, in the hues of the site's two themes. */
export type Light = {
  sky: readonly [string, string, string];
  glow: string;
  far: string;
  water: readonly [string, string];
  shimmer: string;
  ground: readonly [string, string];
  curb: string;
  hull: string;
  hullFoot: string;
  hullLow: string;
  house: string;
  houseShade: string;
  seam: string;
  window: string;
  accent: string;
  crane: string;
  night: boolean;
};

export const DAWN: Light = {
  sky: ['#dce7eb', '#f1ece1', '#f9ddbd'],
  glow: '#ffd9a8',
  far: '#c3cbcb',
  water: ['#e3d9c9', '#a9bdc3'],
  shimmer: '#fdf3e2',
  ground: ['#d3cab8', '#ebe4d6'],
  curb: '#9d9483',
  hull: '#1f3850',
  hullFoot: '#142a3e',
  hullLow: '#8d3d1f',
  house: '#f6f2ea',
  houseShade: '#d9d3c6',
  seam: '#bdb6a8',
  window: '#33475a',
  accent: '#c2410c',
  crane: '#6f8394',
  night: false,
};

export const NIGHT: Light = {
  sky: ['#07101a', '#0f2033', '#24405a'],
  glow: '#3f6482',
  far: '#1a2f44',
  water: ['#1d3850', '#0a1724'],
  shimmer: '#5f86a3',
  ground: ['#16263a', '#0c1826'],
  curb: '#2c4058',
  hull: '#0f2236',
  hullFoot: '#081522',
  hullLow: '#5a2a1a',
  house: '#34495e',
  houseShade: '#263a4e',
  seam: '#22364a',
  window: '#ffd9a0',
  accent: '#ff8a4c',
  crane: '#2a435b',
  night: true,
};

/** Dawn colors through haze, for distant objects. */
export const HAZE: Light = {
  ...DAWN,
  hull: '#8fa1ab',
  hullFoot: '#9dadb5',
  hullLow: '#b5aca0',
  house: '#e6e2d8',
  houseShade: '#d8d6cd',
  accent: '#c9a78c',
  window: '#a9b5ba',
  crane: '#a9b5ba',
};
