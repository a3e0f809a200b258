import type { CabinColor } from './car-look.ts';

/** The colors of one interior. */
export type Trim = {
  seat: string;
  seatLight: string;
  seatDark: string;
  deep: string;
  dash: string;
  dashLight: string;
  strip: string;
  roof: string;
  stitch: string;
};

export const TRIMS: Record<CabinColor, Trim> = {
  dark: {
    seat: '#3a4149',
    seatLight: '#535b64',
    seatDark: '#262c33',
    deep: '#14191e',
    dash: '#2a3037',
    dashLight: '#49515a',
    strip: '#7c8388',
    roof: '#4b5158',
    stitch: '#8d959c',
  },
  tan: {
    seat: '#a8714a',
    seatLight: '#c7946a',
    seatDark: '#7b4f32',
    deep: '#241a14',
    dash: '#342e2a',
    dashLight: '#554b44',
    strip: '#8a5f3f',
    roof: '#d9cfbf',
    stitch: '#e6c8a8',
  },
  light: {
    seat: '#d8cfbf',
    seatLight: '#eee8dc',
    seatDark: '#aaa08f',
    deep: '#3a362f',
    dash: '#5d5a54',
    dashLight: '#8b867c',
    strip: '#c9c2b4',
    roof: '#e6e0d4',
    stitch: '#9a907f',
  },
};
