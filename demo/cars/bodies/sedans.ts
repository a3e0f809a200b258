import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const sedanBase = lower({
  length: 4.65,
  half: 0.91,
  sill: 0.21,
  rim: curve([0, 0.7, 0.3, 0.8, 1.25, 0.95, 2.4, 0.96, 3.6, 0.99, 4.3, 1.03, 4.65, 1.01]),
  noseLean: 0.16,
  tailLean: 0.05,
});

/** A sedan with a separate trunk. */
export const sedan: Body = {
  ...PLAIN,
  length: 4.65,
  wheel: { radius: 0.345, front: 0.9, rear: 3.6 },
  lower: sedanBase,
  upper: upper({
    base: sedanBase,
    screen: [1.26, 2.0],
    back: [4.1, 3.42],
    halves: [0.79, 0.6],
    roof: curve([1.95, 1.41, 2.5, 1.46, 3.0, 1.45, 3.5, 1.38]),
    square: 6,
    tailSquare: 5,
  }),
  glass: { posts: [2.34, 3.18], ahead: 0.24, behind: 0.44, behindTop: 0.3 },
  doors: [1.38, 2.34, 3.38],
  handle: 0.86,
};

const executiveBase = lower({
  length: 5.08,
  half: 0.95,
  sill: 0.2,
  rim: curve([0, 0.7, 0.3, 0.81, 1.55, 0.96, 2.6, 0.975, 4, 1.0, 4.7, 1.03, 5.08, 1.02]),
  noseLean: 0.1,
  noseSquare: 5.2,
  tailSquare: 5.2,
});

/** A large sedan: a long hood, and a roof line that runs far back. */
export const executive: Body = {
  ...PLAIN,
  length: 5.08,
  wheel: { radius: 0.375, front: 0.9, rear: 4.0 },
  lower: executiveBase,
  upper: upper({
    base: executiveBase,
    screen: [1.56, 2.32],
    back: [4.66, 3.8],
    halves: [0.82, 0.61],
    roof: curve([2.2, 1.41, 2.8, 1.475, 3.3, 1.465, 3.9, 1.38]),
    square: 6.5,
    tailSquare: 4.6,
  }),
  glass: { posts: [2.66, 3.54], ahead: 0.24, behind: 0.56, behindTop: 0.3 },
  doors: [1.68, 2.66, 3.84],
  handle: 0.87,
};

const fastbackBase = lower({
  length: 4.85,
  half: 0.95,
  sill: 0.19,
  rim: curve([0, 0.62, 0.3, 0.725, 1.3, 0.905, 2.4, 0.925, 3.7, 0.965, 4.4, 1.02, 4.85, 1.03]),
  noseLean: 0.22,
});

/** A low sedan whose roof falls to the tail in one line. */
export const fastback: Body = {
  ...PLAIN,
  length: 4.85,
  wheel: { radius: 0.375, front: 0.92, rear: 3.84 },
  lower: fastbackBase,
  upper: upper({
    base: fastbackBase,
    screen: [1.3, 2.12],
    back: [4.46, 4.34],
    halves: [0.8, 0.59],
    roof: curve([2.05, 1.36, 2.6, 1.41, 3.0, 1.395, 3.4, 1.335, 3.8, 1.22, 4.1, 1.11, 4.3, 1.04]),
    tailShare: 0.57,
    tailSquare: 3.4,
  }),
  glass: { posts: [2.42, 3.42], ahead: 0.24, behind: 0.44, behindTop: 0.66 },
  doors: [1.42, 2.42, 3.5],
  fastback: [3.38, 4.16],
  handle: 0.84,
};

const wagonBase = lower({
  length: 4.85,
  half: 0.94,
  sill: 0.2,
  rim: curve([0, 0.65, 0.3, 0.755, 1.3, 0.92, 2.4, 0.94, 3.7, 0.975, 4.85, 1.0]),
  noseLean: 0.2,
  tailLean: 0.09,
});

export const wagon: Body = {
  ...PLAIN,
  rails: true,
  hatch: true,
  length: 4.85,
  wheel: { radius: 0.365, front: 0.92, rear: 3.82 },
  lower: wagonBase,
  upper: upper({
    base: wagonBase,
    screen: [1.3, 2.1],
    back: [4.64, 4.2],
    halves: [0.79, 0.61],
    roof: curve([2.0, 1.38, 2.7, 1.43, 3.6, 1.42, 4.3, 1.36]),
  }),
  glass: { posts: [2.42, 3.42], ahead: 0.24, behind: 0.42, behindTop: 0.36 },
  doors: [1.42, 2.42, 3.5],
  handle: 0.86,
};
