import { steps } from '../../drawing/curve.ts';
import { points } from '../../drawing/outline.ts';
import { disc } from './closed-faces.ts';
import { BLACK, CHROME, type Face, HOUSING, LAMP, LENS, SATIN } from './face.ts';

/** A six-sided grille in a chrome frame, with level bars. */
export const crest: Face = {
  closed: false,
  wheel: 'twin',
  tail: 'pair',
  lamps: [[0.7, 0.69]],
  draw(nose) {
    nose.fill(points(-0.6, 0.05, 0.6, 0.05, 0.5, 0.19, -0.5, 0.19), BLACK, 0.05);
    nose.fill(points(-0.36, 0.36, 0.36, 0.36, 0.53, 0.6, 0.46, 0.82, -0.46, 0.82, -0.53, 0.6), CHROME, 0.05);
    nose.fill(points(-0.34, 0.385, 0.34, 0.385, 0.5, 0.6, 0.44, 0.798, -0.44, 0.798, -0.5, 0.6), BLACK, 0.05);
    for (const level of steps(0.44, 0.75, 4)) {
      const reach = 0.33 + 0.15 * (1 - Math.abs(level - 0.62) / 0.22);
      nose.line(points(-reach, level, reach, level), SATIN, 4);
    }
    nose.pair(points(0.54, 0.62, 0.7, 0.6, 1.12, 0.72, 1.2, 0.85, 0.8, 0.83, 0.55, 0.79), HOUSING, 0.04);
    nose.pair(points(0.6, 0.645, 0.72, 0.645, 0.73, 0.745, 0.61, 0.735), LENS, 0.05);
    nose.pair(points(0.79, 0.675, 0.9, 0.695, 0.91, 0.775, 0.8, 0.765), LENS, 0.05);
    nose.pair(points(0.56, 0.765, 0.8, 0.8, 1.14, 0.82, 1.14, 0.842, 0.8, 0.825, 0.56, 0.79), LAMP, 0.008);
    nose.pair(points(0.76, 0.18, 1.0, 0.18, 1.02, 0.4, 0.96, 0.42, 0.8, 0.33), BLACK, 0.05);
    nose.pair(points(0.84, 0.25, 0.95, 0.25, 0.95, 0.31, 0.84, 0.31), '#c9d3d8', 0.02);
  },
};

/** A tall grille of upright slats between level lamps: stately. */
export const slats: Face = {
  closed: false,
  wheel: 'multi',
  tail: 'bar',
  lamps: [[0.78, 0.74]],
  draw(nose) {
    nose.fill(points(-0.72, 0.05, 0.72, 0.05, 0.66, 0.17, -0.66, 0.17), BLACK, 0.04);
    nose.line(points(-0.66, 0.2, 0.66, 0.2), CHROME, 4);
    nose.fill(points(-0.5, 0.32, 0.5, 0.32, 0.55, 0.88, -0.55, 0.88), CHROME, 0.06);
    nose.fill(points(-0.475, 0.345, 0.475, 0.345, 0.522, 0.855, -0.522, 0.855), BLACK, 0.05);
    for (const x of steps(-0.42, 0.42, 10)) nose.line(points(x, 0.375, x * 1.08, 0.83), '#b9c0c4', 5);
    nose.pair(points(0.58, 0.68, 0.62, 0.67, 1.1, 0.71, 1.16, 0.85, 0.6, 0.85), HOUSING, 0.025);
    for (const x of [0.64, 0.79, 0.94])
      nose.pair(points(x, 0.7, x + 0.11, 0.708, x + 0.11, 0.79, x, 0.785), LENS, 0.02);
    nose.pair(points(0.6, 0.81, 1.14, 0.815, 1.14, 0.84, 0.6, 0.835), LAMP, 0.006);
    nose.pair(points(0.8, 0.22, 1.0, 0.24, 1.0, 0.4, 0.86, 0.36), BLACK, 0.03);
    nose.pair(points(0.8, 0.4, 1.0, 0.42, 1.0, 0.44, 0.8, 0.42), CHROME, 0.005);
  },
};

/** A wide frameless grille of small studs, with thin lamps above it: sporty. */
export const mesh: Face = {
  closed: false,
  wheel: 'twin',
  tail: 'bar',
  lamps: [[0.84, 0.79]],
  draw(nose) {
    nose.fill(points(-0.58, 0.28, 0.58, 0.28, 0.72, 0.52, 0.5, 0.77, -0.5, 0.77, -0.72, 0.52), BLACK, 0.06);
    for (const [row, level] of [0.4, 0.47, 0.54, 0.61, 0.68].entries()) {
      const reach = row < 2 ? 0.56 : 0.52 - row * 0.02;
      for (const x of steps(-reach, reach, 8 - (row % 2)))
        nose.line(points(x - 0.022, level, x + 0.022, level), '#6c747a', 6);
    }
    nose.fill(points(-0.7, 0.05, 0.7, 0.05, 0.6, 0.2, -0.6, 0.2), BLACK, 0.05);
    nose.pair(points(0.54, 0.75, 0.84, 0.72, 1.16, 0.78, 1.22, 0.89, 0.8, 0.85, 0.54, 0.8), HOUSING, 0.025);
    nose.pair(points(0.7, 0.745, 0.82, 0.74, 0.83, 0.79, 0.71, 0.79), LENS, 0.02);
    nose.pair(points(0.87, 0.75, 0.98, 0.765, 0.98, 0.805, 0.88, 0.797), LENS, 0.02);
    nose.pair(points(0.56, 0.79, 0.82, 0.825, 1.19, 0.86, 1.19, 0.88, 0.82, 0.847, 0.55, 0.808), LAMP, 0.006);
    nose.pair(points(0.84, 0.2, 1.02, 0.22, 1.06, 0.56, 1.0, 0.52, 0.94, 0.34), BLACK, 0.03);
    nose.pair(points(0.96, 0.3, 1.03, 0.32, 1.04, 0.36, 0.97, 0.34), LAMP, 0.005);
  },
};

/** A narrow grille that joins the lamps in one level band, and a wide intake below. */
export const slim: Face = {
  closed: false,
  wheel: 'multi',
  tail: 'pair',
  lamps: [[0.76, 0.75]],
  draw(nose) {
    nose.fill(points(-0.82, 0.07, 0.82, 0.07, 0.74, 0.23, -0.74, 0.23), BLACK, 0.04);
    for (const level of [0.12, 0.17]) nose.line(points(-0.7, level, 0.7, level), SATIN, 3);
    nose.fill(points(-0.56, 0.66, 0.56, 0.66, 0.56, 0.82, -0.56, 0.82), BLACK, 0.01);
    for (const level of [0.695, 0.735, 0.775]) nose.line(points(-0.55, level, 0.55, level), CHROME, 3.5);
    nose.pair(points(0.55, 0.65, 1.06, 0.66, 1.18, 0.74, 1.18, 0.83, 0.55, 0.83), HOUSING, 0.03);
    for (const x of [0.6, 0.78]) nose.pair(points(x, 0.675, x + 0.13, 0.68, x + 0.13, 0.79, x, 0.79), LENS, 0.04);
    nose.pair(points(0.57, 0.805, 1.16, 0.805, 1.16, 0.825, 0.57, 0.825), LAMP, 0.005);
    nose.pair(points(0.97, 0.7, 1.1, 0.73, 1.1, 0.78, 0.98, 0.77), '#e7a24f', 0.015);
    nose.pair(points(0.9, 0.24, 1.02, 0.25, 1.04, 0.36, 0.94, 0.36), BLACK, 0.03);
  },
};

/** A broad chrome V under a small grille, with lamps that sweep up. */
export const wing: Face = {
  closed: false,
  wheel: 'twin',
  tail: 'pair',
  lamps: [[0.82, 0.76]],
  draw(nose) {
    nose.fill(points(-0.66, 0.05, 0.66, 0.05, 0.56, 0.22, -0.56, 0.22), BLACK, 0.06);
    nose.fill(points(-0.3, 0.4, 0.3, 0.4, 0.58, 0.78, 0.52, 0.82, -0.52, 0.82, -0.58, 0.78), BLACK, 0.04);
    for (const level of [0.58, 0.67, 0.76])
      nose.line(points(-0.12 - 0.5 * (level - 0.4), level, 0.12 + 0.5 * (level - 0.4), level), '#5d656b', 4);
    nose.pair(
      points(0, 0.38, 0.3, 0.38, 0.62, 0.73, 1.02, 0.8, 1.0, 0.825, 0.57, 0.77, 0.25, 0.43, 0, 0.43),
      CHROME,
      0.01,
    );
    nose.pair(points(0.64, 0.66, 0.8, 0.65, 1.14, 0.77, 1.22, 0.92, 1.0, 0.86, 0.66, 0.745), HOUSING, 0.03);
    nose.pair(points(0.69, 0.68, 0.8, 0.678, 0.82, 0.745, 0.71, 0.73), LENS, 0.03);
    nose.pair(points(0.86, 0.7, 0.96, 0.74, 0.97, 0.79, 0.87, 0.765), LENS, 0.03);
    nose.pair(points(0.66, 0.748, 1.0, 0.845, 1.19, 0.9, 1.2, 0.918, 1.0, 0.865, 0.65, 0.765), LAMP, 0.005);
    nose.pair(points(0.8, 0.2, 1.02, 0.2, 1.06, 0.42, 0.98, 0.44), BLACK, 0.04);
    disc(nose, 0.93, 0.3, 0.045, '#c9d3d8');
  },
};

/** One dark band across an upright front, with round lamps in it and a skid plate below. */
export const slot: Face = {
  closed: false,
  wheel: 'rugged',
  tail: 'upright',
  lamps: [[0.72, 0.7]],
  draw(nose) {
    nose.fill(points(-0.96, 0.04, 0.96, 0.04, 0.98, 0.4, -0.98, 0.4), '#22272c', 0.05);
    nose.fill(points(-0.5, 0.05, 0.5, 0.05, 0.42, 0.2, -0.42, 0.2), '#9aa1a6', 0.04);
    nose.pair(points(0.56, 0.12, 0.64, 0.12, 0.64, 0.2, 0.56, 0.2), '#d98a2b', 0.02);
    nose.fill(points(-0.95, 0.56, 0.95, 0.56, 0.95, 0.84, -0.95, 0.84), BLACK, 0.06);
    for (const x of steps(-0.42, 0.42, 6)) nose.line(points(x, 0.61, x, 0.79), '#59616a', 13);
    disc(nose, 0.72, 0.7, 0.135, '#3b444c');
    disc(nose, 0.72, 0.7, 0.12, LAMP);
    disc(nose, 0.72, 0.7, 0.092, '#303a42');
    disc(nose, 0.72, 0.7, 0.06, LENS);
    nose.pair(points(0.86, 0.26, 0.95, 0.26, 0.95, 0.33, 0.86, 0.33), '#c9d3d8', 0.02);
  },
};

/** A high grille with two thick level bars, and square lamps: for work. */
export const beams: Face = {
  closed: false,
  wheel: 'twin',
  tail: 'upright',
  lamps: [[0.8, 0.7]],
  draw(nose) {
    nose.fill(points(-0.94, 0.03, 0.94, 0.03, 0.96, 0.21, -0.96, 0.21), '#2a3035', 0.05);
    nose.fill(points(-0.6, 0.4, 0.6, 0.4, 0.64, 0.86, -0.64, 0.86), '#2f363c', 0.06);
    nose.fill(points(-0.57, 0.43, 0.57, 0.43, 0.61, 0.835, -0.61, 0.835), BLACK, 0.05);
    for (const level of [0.535, 0.68]) {
      nose.fill(points(-0.58, level, 0.58, level, 0.59, level + 0.06, -0.59, level + 0.06), '#b9c0c4', 0.015);
      nose.line(points(-0.57, level + 0.012, 0.57, level + 0.012), '#6e767c', 4);
    }
    nose.pair(points(0.65, 0.5, 0.98, 0.51, 1.06, 0.66, 1.1, 0.86, 0.67, 0.86), HOUSING, 0.04);
    nose.pair(points(0.7, 0.56, 0.84, 0.56, 0.85, 0.67, 0.71, 0.67), LENS, 0.03);
    nose.pair(points(0.71, 0.7, 0.88, 0.7, 0.89, 0.79, 0.72, 0.79), LENS, 0.03);
    nose.pair(points(0.68, 0.815, 1.06, 0.815, 1.06, 0.84, 0.68, 0.84), LAMP, 0.005);
    nose.pair(points(0.92, 0.56, 0.99, 0.57, 1.02, 0.78, 0.94, 0.78), '#e7a24f', 0.015);
    nose.pair(points(0.74, 0.24, 0.94, 0.24, 0.94, 0.36, 0.78, 0.36), BLACK, 0.04);
    disc(nose, 0.85, 0.3, 0.045, '#c9d3d8');
  },
};
