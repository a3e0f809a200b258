import { circle, points } from '../../drawing/outline.ts';
import type { Patches } from '../surface-patch.ts';
import { BLACK, type Face, HOUSING, LAMP, LENS } from './face.ts';

/** One line of light from lamp to lamp. */
export const bar: Face = {
  closed: true,
  wheel: 'blade',
  tail: 'bar',
  lamps: [[0.86, 0.8]],
  draw(nose) {
    nose.fill(points(-0.62, 0.05, 0.62, 0.05, 0.52, 0.2, -0.52, 0.2), BLACK, 0.05);
    nose.pair(points(0.78, 0.22, 1.0, 0.2, 1.03, 0.46, 0.94, 0.5, 0.84, 0.42), BLACK, 0.05);
    nose.fill(points(-0.72, 0.77, 0.72, 0.77, 0.72, 0.82, -0.72, 0.82), '#262d34', 0.01);
    nose.fill(points(-0.7, 0.782, 0.7, 0.782, 0.7, 0.806, -0.7, 0.806), LAMP, 0.005);
    nose.pair(points(0.56, 0.69, 0.82, 0.7, 1.14, 0.76, 1.2, 0.87, 0.7, 0.84, 0.58, 0.81), HOUSING, 0.03);
    nose.pair(points(0.6, 0.78, 0.72, 0.78, 1.13, 0.815, 1.13, 0.84, 0.7, 0.81, 0.6, 0.806), LAMP, 0.008);
    nose.pair(points(0.66, 0.71, 0.77, 0.713, 0.77, 0.765, 0.66, 0.763), LENS, 0.015);
    nose.pair(points(0.81, 0.725, 0.92, 0.74, 0.92, 0.785, 0.81, 0.773), LENS, 0.015);
  },
};

/** Thin daytime lights at the edge of the hood, and the headlamps in dark corners below. */
export const split: Face = {
  closed: true,
  wheel: 'multi',
  tail: 'bar',
  lamps: [[0.86, 0.55]],
  draw(nose) {
    nose.fill(points(-0.7, 0.05, 0.7, 0.05, 0.62, 0.23, -0.62, 0.23), BLACK, 0.04);
    for (const level of [0.1, 0.15]) nose.line(points(-0.6, level, 0.6, level), '#4a5056', 3);
    nose.pair(points(0.72, 0.36, 0.98, 0.34, 1.06, 0.5, 1.02, 0.66, 0.8, 0.64), HOUSING, 0.04);
    for (const level of [0.44, 0.55])
      nose.pair(points(0.79, level, 0.96, level, 0.97, level + 0.07, 0.81, level + 0.07), LENS, 0.02);
    nose.pair(points(0.44, 0.79, 0.86, 0.82, 1.16, 0.88, 1.16, 0.92, 0.86, 0.865, 0.44, 0.83), HOUSING, 0.015);
    nose.pair(points(0.46, 0.8, 0.86, 0.832, 1.15, 0.89, 1.15, 0.91, 0.86, 0.855, 0.46, 0.822), LAMP, 0.006);
    nose.line(points(-0.42, 0.62, 0.42, 0.62), '#0c1b2a', 2, 0.3);
  },
};

/** Slim swept lamps on a smooth nose, and a wide dark mouth. */
export const blade: Face = {
  closed: true,
  wheel: 'blade',
  tail: 'pair',
  lamps: [[0.86, 0.73]],
  draw(nose) {
    nose.fill(points(-0.94, 0.08, 0.94, 0.08, 0.86, 0.26, 0.56, 0.3, -0.56, 0.3, -0.86, 0.26), BLACK, 0.05);
    nose.line(points(-0.7, 0.15, 0.7, 0.15), '#4a5056', 4);
    nose.pair(points(0.98, 0.28, 1.06, 0.3, 1.04, 0.58, 0.99, 0.56), BLACK, 0.03);
    nose.pair(points(0.6, 0.68, 0.84, 0.655, 1.16, 0.78, 1.22, 0.9, 0.94, 0.83, 0.64, 0.735), HOUSING, 0.02);
    nose.pair(points(0.66, 0.69, 0.83, 0.678, 1.0, 0.735, 0.96, 0.79, 0.7, 0.72), LENS, 0.03);
    nose.pair(points(0.63, 0.722, 0.94, 0.81, 1.19, 0.875, 1.2, 0.895, 0.94, 0.835, 0.62, 0.738), LAMP, 0.006);
    nose.line(points(-0.5, 0.56, 0.5, 0.56), '#0c1b2a', 2, 0.25);
  },
};

/** Round lamps and a thin mouth, for small friendly cars. */
export const round: Face = {
  closed: true,
  wheel: 'disc',
  tail: 'ring',
  lamps: [[0.7, 0.68]],
  draw(nose) {
    nose.fill(points(-0.56, 0.07, 0.56, 0.07, 0.5, 0.19, -0.5, 0.19), BLACK, 0.06);
    nose.fill(points(-0.44, 0.655, 0.44, 0.655, 0.44, 0.715, -0.44, 0.715), HOUSING, 0.03);
    nose.fill(points(-0.4, 0.675, 0.4, 0.675, 0.4, 0.695, -0.4, 0.695), '#69737b', 0.01);
    disc(nose, 0.7, 0.68, 0.165, HOUSING);
    disc(nose, 0.7, 0.68, 0.142, LAMP);
    disc(nose, 0.7, 0.68, 0.106, '#2c353d');
    disc(nose, 0.7, 0.68, 0.068, LENS);
  },
};

/** A disc on both sides of the nose, or once in its middle. A level is about 0.6 m high. */
export function disc(nose: Patches, at: number, level: number, radius: number, paint: string): void {
  const outline = circle([at, level], radius, 0, Math.PI * 2, 32).map(
    ([x, y]) => [x, level + (y - level) / 0.7] as const,
  );
  if (at === 0) nose.fill(outline, paint, 0);
  else nose.pair(outline, paint, 0);
}
