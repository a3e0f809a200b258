import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const WORK = { ...PLAIN, cladding: 0.16, tailLamps: 'upright' } as const;

const truckBase = lower({
  length: 5.35,
  half: 0.97,
  sill: 0.37,
  rim: curve([0, 1.02, 0.3, 1.11, 1.3, 1.19, 2.4, 1.2, 3.2, 1.21, 4.2, 1.23, 5.35, 1.24]),
  noseLean: 0.07,
  tailLean: 0.01,
  tailSquare: 9,
  noseSquare: 6.4,
  boxy: true,
});

/** A pickup with four doors. */
export const truck: Body = {
  ...WORK,
  length: 5.35,
  wheel: { radius: 0.415, front: 0.95, rear: 4.2 },
  lower: truckBase,
  upper: upper({
    base: truckBase,
    screen: [1.3, 1.92],
    back: [3.56, 3.4],
    halves: [0.85, 0.7],
    roof: curve([1.8, 1.75, 2.4, 1.8, 3.4, 1.77]),
    square: 8.5,
  }),
  glass: { posts: [2.4], ahead: 0.22, behind: 0.2, behindTop: 0.2 },
  doors: [1.44, 2.4, 3.36],
  bed: [3.68, 5.25],
  handle: 1.07,
};

/** A work truck with two doors and a long bed. */
export const flatbed: Body = {
  ...WORK,
  length: 5.35,
  wheel: { radius: 0.39, front: 0.95, rear: 4.1, face: 'steel' },
  lower: truckBase,
  upper: upper({
    base: truckBase,
    screen: [1.3, 1.84],
    back: [2.66, 2.56],
    halves: [0.85, 0.72],
    roof: curve([1.75, 1.77, 2.1, 1.81, 2.6, 1.79]),
    square: 8.5,
  }),
  glass: { posts: [], ahead: 0.22, behind: 0.16, behindTop: 0.16 },
  doors: [1.44, 2.5],
  bed: [2.8, 5.25],
  handle: 1.07,
};
