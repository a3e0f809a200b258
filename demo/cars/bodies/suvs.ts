import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const RAISED = { ...PLAIN, cladding: 0.17, hatch: true };

const crossoverBase = lower({
  length: 4.25,
  half: 0.91,
  sill: 0.25,
  rim: curve([0, 0.8, 0.3, 0.91, 1.1, 1.02, 2.2, 1.04, 3.4, 1.1, 4.25, 1.12]),
  noseLean: 0.16,
  tailLean: 0.1,
});

/** A compact SUV: short, with a rising belt line and a black roof. */
export const crossover: Body = {
  ...RAISED,
  blackRoof: true,
  length: 4.25,
  wheel: { radius: 0.37, front: 0.84, rear: 3.42 },
  lower: crossoverBase,
  upper: upper({
    base: crossoverBase,
    screen: [1.12, 1.86],
    back: [4.06, 3.62],
    halves: [0.8, 0.63],
    roof: curve([1.75, 1.52, 2.4, 1.58, 3.1, 1.56, 3.7, 1.49]),
    tailSquare: 5,
  }),
  glass: { posts: [2.22, 3.1], ahead: 0.22, behind: 0.5, behindTop: 0.42 },
  doors: [1.28, 2.22, 3.18],
  handle: 0.93,
};

const suvBase = lower({
  length: 4.65,
  half: 0.95,
  sill: 0.26,
  rim: curve([0, 0.84, 0.3, 0.95, 1.15, 1.06, 2.4, 1.08, 3.8, 1.11, 4.65, 1.12]),
  noseLean: 0.14,
  tailLean: 0.08,
  noseSquare: 4.8,
  boxy: true,
});

export const suv: Body = {
  ...RAISED,
  rails: true,
  length: 4.65,
  wheel: { radius: 0.39, front: 0.92, rear: 3.7 },
  lower: suvBase,
  upper: upper({
    base: suvBase,
    screen: [1.2, 1.92],
    back: [4.44, 4.1],
    halves: [0.84, 0.68],
    roof: curve([1.8, 1.58, 2.5, 1.65, 3.5, 1.64, 4.2, 1.58]),
  }),
  glass: { posts: [2.36, 3.38], ahead: 0.22, behind: 0.4, behindTop: 0.36 },
  doors: [1.36, 2.36, 3.46],
  handle: 0.97,
};

const largeBase = lower({
  length: 5.05,
  half: 0.99,
  sill: 0.27,
  rim: curve([0, 0.95, 0.3, 1.05, 1.2, 1.13, 2.4, 1.14, 4, 1.16, 5.05, 1.17]),
  noseLean: 0.07,
  tailLean: 0.05,
  noseSquare: 6.2,
  tailSquare: 6.5,
  boxy: true,
});

/** A seven-seater: long and upright, with a third side window. */
export const largesuv: Body = {
  ...RAISED,
  cladding: 0.1,
  rails: true,
  length: 5.05,
  wheel: { radius: 0.42, front: 0.95, rear: 4.03 },
  lower: largeBase,
  upper: upper({
    base: largeBase,
    screen: [1.24, 1.92],
    back: [4.88, 4.7],
    halves: [0.88, 0.74],
    roof: curve([1.8, 1.69, 2.5, 1.76, 3.8, 1.76, 4.75, 1.71]),
    square: 8.5,
  }),
  glass: { posts: [2.42, 3.5, 4.12], ahead: 0.22, behind: 0.26, behindTop: 0.24 },
  doors: [1.4, 2.42, 3.58],
  handle: 1.01,
};

const offroaderBase = lower({
  length: 4.55,
  half: 0.95,
  sill: 0.38,
  rim: curve([0, 1.1, 0.25, 1.15, 1.2, 1.18, 2.4, 1.18, 4.55, 1.19]),
  noseLean: 0.02,
  tailLean: 0.01,
  noseSquare: 9,
  tailSquare: 10,
  boxy: true,
});

/** Upright panes, a flat hood, big wheels and a spare wheel on the tailgate. */
export const offroader: Body = {
  ...RAISED,
  cladding: 0.2,
  rails: true,
  spare: true,
  tailLamps: 'upright',
  length: 4.55,
  wheel: { radius: 0.43, front: 0.84, rear: 3.62, face: 'rugged' },
  lower: offroaderBase,
  upper: upper({
    base: offroaderBase,
    screen: [1.42, 1.68],
    back: [4.48, 4.42],
    halves: [0.87, 0.79],
    roof: curve([1.6, 1.83, 2.2, 1.87, 4.4, 1.87]),
    square: 11,
  }),
  glass: { posts: [2.34, 3.24], ahead: 0.16, behind: 0.2, behindTop: 0.2 },
  doors: [1.5, 2.34, 3.2],
  handle: 1.05,
};

const coupeSuvBase = lower({
  length: 4.78,
  half: 0.96,
  sill: 0.25,
  rim: curve([0, 0.78, 0.3, 0.89, 1.2, 1.03, 2.4, 1.05, 3.7, 1.12, 4.45, 1.15, 4.78, 1.14]),
  noseLean: 0.19,
  tailLean: 0.1,
});

/** An SUV whose roof falls to the tail like a coupé's. */
export const coupesuv: Body = {
  ...RAISED,
  cladding: 0.12,
  length: 4.78,
  wheel: { radius: 0.41, front: 0.94, rear: 3.84 },
  lower: coupeSuvBase,
  upper: upper({
    base: coupeSuvBase,
    screen: [1.26, 2.08],
    back: [4.6, 4.42],
    halves: [0.83, 0.63],
    roof: curve([2.0, 1.53, 2.5, 1.59, 2.9, 1.585, 3.4, 1.5, 3.9, 1.36, 4.4, 1.19]),
    tailShare: 0.57,
    tailSquare: 3.6,
  }),
  glass: { posts: [2.42, 3.42], ahead: 0.24, behind: 0.46, behindTop: 0.72 },
  doors: [1.42, 2.42, 3.52],
  fastback: [3.42, 4.3],
  handle: 0.96,
};
