import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const SMALL = { ...PLAIN, hatch: true };

const cityBase = lower({
  length: 3.1,
  half: 0.76,
  sill: 0.2,
  rim: curve([0, 0.74, 0.2, 0.86, 0.62, 0.98, 1.5, 1.0, 2.4, 1.02, 3.1, 1.04]),
  noseLean: 0.12,
  tailLean: 0.06,
  noseSquare: 4,
  tailSquare: 4.2,
  boxy: true,
});

/** A two-door city car: tall, with its wheels at the corners. */
export const city: Body = {
  ...SMALL,
  length: 3.1,
  wheel: { radius: 0.3, front: 0.54, rear: 2.54, face: 'disc' },
  lower: cityBase,
  upper: upper({
    base: cityBase,
    screen: [0.62, 1.08],
    back: [2.98, 2.82],
    halves: [0.69, 0.57],
    roof: curve([1.0, 1.54, 1.5, 1.61, 2.2, 1.61, 2.85, 1.54]),
    square: 6.5,
  }),
  glass: { posts: [1.72], ahead: 0.15, behind: 0.24, behindTop: 0.24 },
  doors: [0.84, 1.84],
  handle: 0.9,
};

const superminiBase = lower({
  length: 3.8,
  half: 0.86,
  sill: 0.21,
  rim: curve([0, 0.72, 0.3, 0.84, 0.95, 0.97, 2, 0.99, 3.1, 1.04, 3.8, 1.06]),
  noseLean: 0.16,
  tailLean: 0.08,
});

export const supermini: Body = {
  ...SMALL,
  length: 3.8,
  wheel: { radius: 0.325, front: 0.7, rear: 3.18 },
  lower: superminiBase,
  upper: upper({
    base: superminiBase,
    screen: [0.94, 1.6],
    back: [3.62, 3.34],
    halves: [0.75, 0.58],
    roof: curve([1.55, 1.46, 2.1, 1.53, 2.8, 1.52, 3.4, 1.45]),
  }),
  glass: { posts: [1.98, 2.8], ahead: 0.2, behind: 0.36, behindTop: 0.32 },
  doors: [1.1, 1.98, 2.86],
  handle: 0.88,
};

const hatchBase = lower({
  length: 4.3,
  half: 0.91,
  sill: 0.21,
  rim: curve([0, 0.7, 0.3, 0.8, 1.15, 0.96, 2.2, 0.98, 3.4, 1.04, 4.3, 1.06]),
  noseLean: 0.2,
  tailLean: 0.1,
});

export const hatchback: Body = {
  ...SMALL,
  length: 4.3,
  wheel: { radius: 0.35, front: 0.84, rear: 3.52 },
  lower: hatchBase,
  upper: upper({
    base: hatchBase,
    screen: [1.14, 1.92],
    back: [4.06, 3.6],
    halves: [0.78, 0.6],
    roof: curve([1.85, 1.41, 2.4, 1.465, 3.0, 1.45, 3.7, 1.37]),
  }),
  glass: { posts: [2.28, 3.18], ahead: 0.23, behind: 0.46, behindTop: 0.36 },
  doors: [1.28, 2.28, 3.26],
  handle: 0.87,
};
