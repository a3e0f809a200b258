import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const coupeBase = lower({
  length: 4.55,
  half: 0.96,
  sill: 0.16,
  rim: curve([0, 0.6, 0.3, 0.7, 1.35, 0.875, 2.4, 0.885, 3.6, 0.97, 4.2, 1.02, 4.55, 1.02]),
  noseLean: 0.24,
});

/** A low sports car with two doors. */
export const coupe: Body = {
  ...PLAIN,
  length: 4.55,
  wheel: { radius: 0.375, front: 0.94, rear: 3.62 },
  lower: coupeBase,
  upper: upper({
    base: coupeBase,
    screen: [1.4, 2.24],
    back: [4.22, 4.12],
    halves: [0.78, 0.55],
    roof: curve([2.15, 1.22, 2.55, 1.26, 2.9, 1.245, 3.3, 1.185, 3.7, 1.1, 4.0, 1.03, 4.25, 0.99]),
    tailShare: 0.57,
    tailSquare: 3,
  }),
  glass: { posts: [2.9], ahead: 0.26, behind: 0.74, behindTop: 0.92 },
  doors: [1.52, 3.02],
  fastback: [3.1, 3.94],
  handle: 0.77,
};

const convertibleBase = lower({
  length: 4.5,
  half: 0.95,
  sill: 0.17,
  rim: curve([0, 0.62, 0.3, 0.72, 1.35, 0.9, 2.4, 0.915, 3.5, 0.97, 4.1, 1.01, 4.5, 1.0]),
  noseLean: 0.24,
});

export const convertible: Body = {
  ...PLAIN,
  open: true,
  length: 4.5,
  wheel: { radius: 0.37, front: 0.93, rear: 3.58 },
  lower: convertibleBase,
  upper: upper({
    base: convertibleBase,
    screen: [1.42, 2.08],
    back: [3.6, 3.3],
    halves: [0.77, 0.6],
    roof: curve([2.0, 1.26, 3.5, 1.26]),
  }),
  glass: { posts: [], ahead: 0.22, behind: 0.3, behindTop: 0.3 },
  doors: [1.52, 2.92],
  handle: 0.8,
};
