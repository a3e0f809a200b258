import { points } from '../../drawing/outline.ts';
import type { Patches } from '../surface-patch.ts';
import { disc } from './closed-faces.ts';

export type TailLamps = 'bar' | 'pair' | 'upright' | 'ring';

const DARK = '#2a1417';
const DEEP = '#5e1315';
/** Lit tail lamps, also at night. */
export const TAIL_LIGHT = '#e5372c';

/** Draws the lamps on a tail. Points are meters from its middle on a car 1.9 m wide, and level 0 to 1. */
export const TAIL_LAMPS: Record<TailLamps, (tail: Patches) => void> = {
  bar(tail) {
    tail.fill(points(-1.12, 0.71, 1.12, 0.71, 1.18, 0.76, 1.14, 0.815, -1.14, 0.815, -1.18, 0.76), DARK, 0.03);
    tail.fill(points(-1.1, 0.755, 1.1, 0.755, 1.1, 0.79, -1.1, 0.79), TAIL_LIGHT, 0.015);
    tail.line(points(-1.08, 0.778, 1.08, 0.778), '#ff9d8c', 2.5, 0.8);
  },
  pair(tail) {
    tail.pair(points(0.5, 0.62, 0.76, 0.6, 1.12, 0.68, 1.16, 0.82, 0.54, 0.82), DEEP, 0.04);
    tail.pair(points(0.55, 0.73, 1.12, 0.75, 1.12, 0.8, 0.57, 0.8), TAIL_LIGHT, 0.02);
    tail.pair(points(0.56, 0.65, 0.74, 0.64, 0.74, 0.7, 0.57, 0.7), '#e9e4da', 0.015);
    tail.pair(points(0.78, 0.645, 1.0, 0.69, 1.0, 0.72, 0.78, 0.7), '#e7862f', 0.015);
    tail.fill(points(-0.46, 0.7, 0.46, 0.7, 0.46, 0.73, -0.46, 0.73), '#c9ced1', 0.01);
  },
  upright(tail) {
    tail.pair(points(0.8, 0.46, 0.99, 0.46, 0.99, 0.92, 0.8, 0.92), DEEP, 0.03);
    tail.pair(points(0.83, 0.72, 0.96, 0.72, 0.96, 0.89, 0.83, 0.89), TAIL_LIGHT, 0.02);
    tail.pair(points(0.83, 0.61, 0.96, 0.61, 0.96, 0.69, 0.83, 0.69), '#e7862f', 0.015);
    tail.pair(points(0.83, 0.5, 0.96, 0.5, 0.96, 0.58, 0.83, 0.58), '#e9e4da', 0.015);
  },
  ring(tail) {
    disc(tail, 0.78, 0.72, 0.15, DARK);
    disc(tail, 0.78, 0.72, 0.13, TAIL_LIGHT);
    disc(tail, 0.78, 0.72, 0.085, DEEP);
  },
};
