import { curve } from '../../drawing/curve.ts';
import { type Body, PLAIN } from './body.ts';
import { lower, upper } from './body-shells.ts';

const mpvBase = lower({
  length: 4.68,
  half: 0.92,
  sill: 0.22,
  rim: curve([0, 0.76, 0.3, 0.88, 0.95, 1.02, 2.4, 1.04, 3.6, 1.07, 4.68, 1.09]),
  noseLean: 0.18,
  tailLean: 0.08,
});

/** A family car with three rows: one sweep from the hood to the roof, and hinged doors. */
export const mpv: Body = {
  ...PLAIN,
  hatch: true,
  length: 4.68,
  wheel: { radius: 0.35, front: 0.86, rear: 3.7 },
  lower: mpvBase,
  upper: upper({
    base: mpvBase,
    screen: [0.9, 1.86],
    back: [4.5, 4.22],
    halves: [0.81, 0.64],
    roof: curve([1.75, 1.58, 2.4, 1.66, 3.4, 1.65, 4.25, 1.57]),
  }),
  glass: { posts: [1.52, 2.42, 3.46], ahead: 0.24, behind: 0.32, behindTop: 0.3 },
  doors: [1.36, 2.42, 3.52],
  handle: 0.93,
};

const minivanBase = lower({
  length: 5.18,
  half: 0.98,
  sill: 0.19,
  rim: curve([0, 0.9, 0.3, 1.0, 0.95, 1.1, 2.4, 1.12, 4, 1.13, 5.18, 1.15]),
  noseLean: 0.12,
  tailLean: 0.03,
  noseSquare: 5.2,
  tailSquare: 6.5,
  boxy: true,
});

/** A large van for passengers, with sliding doors. */
export const minivan: Body = {
  ...PLAIN,
  hatch: true,
  slidingDoor: true,
  blackRoof: false,
  length: 5.18,
  wheel: { radius: 0.375, front: 1.0, rear: 4.17 },
  lower: minivanBase,
  upper: upper({
    base: minivanBase,
    screen: [0.98, 1.8],
    back: [5.04, 4.9],
    halves: [0.89, 0.75],
    roof: curve([1.7, 1.79, 2.4, 1.86, 3.8, 1.86, 4.95, 1.81]),
    square: 8.5,
  }),
  glass: { posts: [1.6, 2.54, 3.86], ahead: 0.2, behind: 0.24, behindTop: 0.22 },
  doors: [1.5, 2.52, 3.86],
  handle: 0.98,
};

const vanBase = lower({
  length: 5.0,
  half: 0.92,
  sill: 0.26,
  rim: curve([0, 1.0, 0.2, 1.1, 0.5, 1.18, 2.4, 1.2, 5.0, 1.21]),
  noseLean: 0.1,
  tailLean: 0.02,
  noseSquare: 5,
  tailSquare: 9,
  boxy: true,
});

/** A minibus or delivery van: a short nose and a tall box. */
export const van: Body = {
  ...PLAIN,
  hatch: true,
  slidingDoor: true,
  tailLamps: 'upright',
  length: 5.0,
  wheel: { radius: 0.335, front: 0.86, rear: 3.86, face: 'steel' },
  lower: vanBase,
  upper: upper({
    base: vanBase,
    screen: [0.46, 1.06],
    back: [4.94, 4.88],
    halves: [0.86, 0.77],
    roof: curve([1.0, 1.97, 1.6, 2.05, 4.85, 2.04]),
    square: 9,
  }),
  glass: { posts: [1.24, 2.24, 3.5], ahead: 0.2, behind: 0.24, behindTop: 0.22 },
  doors: [1.06, 2.2, 3.5],
  handle: 1.03,
};
