import { curve } from '../drawing/curve.ts';
import { lower, upper } from './body-shells.ts';
import type { Shell } from './shell.ts';

export type CarBody = 'sedan' | 'suv' | 'hatchback' | 'truck' | 'coupe' | 'wagon' | 'van' | 'convertible';

/** A body in meters from its nose: everything that makes one type differ from another. */
export type Body = {
  length: number;
  wheel: { radius: number; front: number; rear: number };
  lower: Shell;
  upper: Shell;
  /** Window posts by where they stand on the belt line, and how far the glass keeps from the windscreen and the tail. */
  glass: { posts: readonly number[]; ahead: number; behind: number; behindTop: number };
  /** Door shut lines by where they meet the belt line, front to back. */
  doors: readonly number[];
  cladding: boolean;
  rails: boolean;
  /** The rear window lies in the falling roof, from where to where; otherwise it stands in the tail. */
  fastback?: readonly [from: number, to: number];
  hatch: boolean;
  open: boolean;
  bed?: readonly [from: number, to: number];
  /** Where handles sit: height above the ground. */
  handle: number;
};

const sedanBase = lower({
  length: 4.85,
  half: 0.94,
  sill: 0.2,
  rim: curve([0, 0.64, 0.3, 0.745, 1.3, 0.915, 2.4, 0.935, 3.7, 0.96, 4.4, 1.0, 4.85, 1.01]),
  noseLean: 0.2,
});
const suvBase = lower({
  length: 4.7,
  half: 0.96,
  sill: 0.26,
  rim: curve([0, 0.86, 0.3, 0.96, 1.2, 1.07, 2.4, 1.08, 3.8, 1.11, 4.7, 1.13]),
  noseLean: 0.14,
  tailLean: 0.08,
  boxy: true,
});
const hatchBase = lower({
  length: 4.2,
  half: 0.9,
  sill: 0.21,
  rim: curve([0, 0.74, 0.3, 0.84, 1.05, 0.98, 2.2, 0.99, 3.4, 1.04, 4.2, 1.07]),
  noseLean: 0.18,
  tailLean: 0.08,
});
const truckBase = lower({
  length: 5.3,
  half: 0.97,
  sill: 0.36,
  rim: curve([0, 1.0, 0.3, 1.09, 1.3, 1.18, 2.4, 1.19, 3.2, 1.2, 4.2, 1.22, 5.3, 1.23]),
  noseLean: 0.1,
  tailLean: 0.01,
  tailSquare: 9,
  noseSquare: 5,
  boxy: true,
});
const coupeBase = lower({
  length: 4.6,
  half: 0.95,
  sill: 0.17,
  rim: curve([0, 0.62, 0.3, 0.72, 1.35, 0.89, 2.4, 0.895, 3.6, 0.95, 4.2, 1.0, 4.6, 1.02]),
  noseLean: 0.22,
});
const wagonBase = lower({
  length: 4.85,
  half: 0.94,
  sill: 0.2,
  rim: curve([0, 0.65, 0.3, 0.755, 1.3, 0.92, 2.4, 0.94, 3.7, 0.965, 4.85, 0.99]),
  noseLean: 0.2,
  tailLean: 0.09,
});
const vanBase = lower({
  length: 4.95,
  half: 0.96,
  sill: 0.22,
  rim: curve([0, 0.84, 0.3, 0.95, 0.9, 1.07, 2.4, 1.09, 3.8, 1.1, 4.95, 1.12]),
  noseLean: 0.18,
  tailLean: 0.05,
  noseSquare: 3.8,
  boxy: true,
});
const convertibleBase = lower({
  length: 4.55,
  half: 0.94,
  sill: 0.18,
  rim: curve([0, 0.64, 0.3, 0.74, 1.35, 0.91, 2.4, 0.92, 3.5, 0.96, 4.2, 1.0, 4.55, 1.0]),
  noseLean: 0.22,
});

const PLAIN = { cladding: false, rails: false, hatch: false, open: false };

export const BODIES: Record<CarBody, Body> = {
  sedan: {
    ...PLAIN,
    length: 4.85,
    wheel: { radius: 0.355, front: 0.92, rear: 3.82 },
    lower: sedanBase,
    upper: upper({
      base: sedanBase,
      screen: [1.3, 2.08],
      back: [4.4, 4.28],
      halves: [0.8, 0.6],
      roof: curve([2.0, 1.37, 2.6, 1.42, 3.0, 1.405, 3.4, 1.345, 3.8, 1.215, 4.1, 1.09, 4.3, 1.02]),
      tailShare: 0.57,
      tailSquare: 3.4,
    }),
    glass: { posts: [2.42, 3.42], ahead: 0.24, behind: 0.4, behindTop: 0.62 },
    doors: [1.42, 2.42, 3.5],
    fastback: [3.38, 4.12],
    handle: 0.84,
  },
  suv: {
    ...PLAIN,
    cladding: true,
    rails: true,
    hatch: true,
    length: 4.7,
    wheel: { radius: 0.385, front: 0.93, rear: 3.7 },
    lower: suvBase,
    upper: upper({
      base: suvBase,
      screen: [1.22, 1.86],
      back: [4.5, 4.26],
      halves: [0.84, 0.69],
      roof: curve([1.8, 1.6, 2.5, 1.65, 3.6, 1.64, 4.3, 1.6]),
    }),
    glass: { posts: [2.36, 3.38], ahead: 0.22, behind: 0.36, behindTop: 0.34 },
    doors: [1.38, 2.36, 3.46],
    handle: 0.97,
  },
  hatchback: {
    ...PLAIN,
    hatch: true,
    length: 4.2,
    wheel: { radius: 0.34, front: 0.82, rear: 3.45 },
    lower: hatchBase,
    upper: upper({
      base: hatchBase,
      screen: [1.06, 1.78],
      back: [3.98, 3.62],
      halves: [0.77, 0.6],
      roof: curve([1.7, 1.43, 2.4, 1.49, 3.0, 1.475, 3.7, 1.42]),
    }),
    glass: { posts: [2.22, 3.14], ahead: 0.22, behind: 0.42, behindTop: 0.36 },
    doors: [1.24, 2.22, 3.2],
    handle: 0.88,
  },
  truck: {
    ...PLAIN,
    cladding: true,
    length: 5.3,
    wheel: { radius: 0.4, front: 0.95, rear: 4.18 },
    lower: truckBase,
    upper: upper({
      base: truckBase,
      screen: [1.28, 1.86],
      back: [3.5, 3.34],
      halves: [0.84, 0.69],
      roof: curve([1.8, 1.74, 2.4, 1.79, 3.4, 1.76]),
      square: 8,
    }),
    glass: { posts: [2.36], ahead: 0.22, behind: 0.2, behindTop: 0.2 },
    doors: [1.42, 2.36, 3.3],
    bed: [3.62, 5.2],
    handle: 1.06,
  },
  coupe: {
    ...PLAIN,
    length: 4.6,
    wheel: { radius: 0.36, front: 0.93, rear: 3.65 },
    lower: coupeBase,
    upper: upper({
      base: coupeBase,
      screen: [1.36, 2.2],
      back: [4.28, 4.18],
      halves: [0.79, 0.57],
      roof: curve([2.1, 1.245, 2.55, 1.285, 2.9, 1.265, 3.3, 1.2, 3.7, 1.105, 4.0, 1.02, 4.25, 0.975]),
      tailShare: 0.57,
      tailSquare: 3,
    }),
    glass: { posts: [2.86], ahead: 0.26, behind: 0.72, behindTop: 0.9 },
    doors: [1.5, 2.98],
    fastback: [3.1, 3.98],
    handle: 0.78,
  },
  wagon: {
    ...PLAIN,
    rails: true,
    hatch: true,
    length: 4.85,
    wheel: { radius: 0.355, front: 0.92, rear: 3.82 },
    lower: wagonBase,
    upper: upper({
      base: wagonBase,
      screen: [1.3, 2.06],
      back: [4.62, 4.26],
      halves: [0.79, 0.61],
      roof: curve([2.0, 1.39, 2.7, 1.44, 3.6, 1.43, 4.3, 1.38]),
    }),
    glass: { posts: [2.42, 3.42], ahead: 0.24, behind: 0.4, behindTop: 0.36 },
    doors: [1.42, 2.42, 3.5],
    handle: 0.86,
  },
  van: {
    ...PLAIN,
    hatch: true,
    length: 4.95,
    wheel: { radius: 0.36, front: 0.98, rear: 3.98 },
    lower: vanBase,
    upper: upper({
      base: vanBase,
      screen: [0.86, 1.72],
      back: [4.79, 4.66],
      halves: [0.85, 0.71],
      roof: curve([1.6, 1.76, 2.4, 1.83, 3.6, 1.83, 4.7, 1.79]),
      square: 8,
    }),
    glass: { posts: [1.5, 2.4, 3.62], ahead: 0.2, behind: 0.26, behindTop: 0.24 },
    doors: [1.42, 2.4, 3.66],
    handle: 0.95,
  },
  convertible: {
    ...PLAIN,
    open: true,
    length: 4.55,
    wheel: { radius: 0.355, front: 0.93, rear: 3.6 },
    lower: convertibleBase,
    upper: upper({
      base: convertibleBase,
      screen: [1.4, 2.06],
      back: [3.6, 3.3],
      halves: [0.76, 0.6],
      roof: curve([2.0, 1.27, 3.5, 1.27]),
    }),
    glass: { posts: [], ahead: 0.22, behind: 0.3, behindTop: 0.3 },
    doors: [1.52, 2.92],
    handle: 0.8,
  },
};
