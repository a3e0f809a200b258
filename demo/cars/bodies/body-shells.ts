import { type Curve, curve, mix } from '../../drawing/curve.ts';
import type { Shell } from '../shell.ts';

/** How wide a flank is at each level, as a share of the widest: with a raked shoulder, or a boxy one. */
const RAKED = curve([
  0, 0.9, 0.07, 0.945, 0.22, 0.972, 0.45, 0.992, 0.66, 1, 0.72, 0.992, 0.86, 0.95, 0.95, 0.915, 1, 0.87,
]);
const BOXY = curve([
  0, 0.9, 0.07, 0.945, 0.22, 0.972, 0.45, 0.992, 0.66, 1, 0.72, 0.992, 0.86, 0.968, 0.95, 0.945, 1, 0.915,
]);

/** How far nose and tail stand back at each level, in meters, and what share of their lean is added. */
const NOSE = curve([0, 0.13, 0.06, 0.07, 0.14, 0.028, 0.36, 0, 0.62, 0.015, 0.82, 0.03, 0.92, 0.04, 1, 0.08]);
const NOSE_LEAN = curve([0, 0, 0.5, 0, 0.82, 0.15, 0.92, 0.4, 1, 1]);
const TAIL = curve([0, 0.2, 0.06, 0.12, 0.16, 0.05, 0.42, 0, 0.92, 0, 1, 0.07]);
const TAIL_LEAN = curve([0, 0, 0.42, 0, 0.7, 0.4, 0.92, 1]);

/** A glasshouse by level: the way from its foot to its head for the windshield, the rear window and the sides. */
const SCREEN_RISE = curve([0, 0, 0.5, 0.47, 0.9, 0.9, 1, 1.05]);
const BACK_RISE = curve([0, 0, 0.5, 0.45, 0.9, 0.88, 1, 1]);
const NARROWING = curve([0, 0, 0.5, 0.44, 0.88, 0.88, 1, 1.17]);

type LowerMeasures = {
  length: number;
  half: number;
  sill: number;
  rim: Curve;
  noseLean?: number;
  tailLean?: number;
  noseSquare?: number;
  tailSquare?: number;
  boxy?: boolean;
};

/** The lower body, from bumper to bumper: a rounded nose and tail, flanks that lean in towards the shoulder. */
export function lower({ length, half, sill, rim, boxy = false, ...ends }: LowerMeasures): Shell {
  const { noseLean = 0.16, tailLean = 0.06, noseSquare = 4.2, tailSquare = 4.6 } = ends;
  const flank = boxy ? BOXY : RAKED;
  return {
    nose: (level) => NOSE(level) + noseLean * NOSE_LEAN(level),
    tail: (level) => length - TAIL(level) - tailLean * TAIL_LEAN(level),
    half: (level) => half * flank(level),
    foot: curve([0, sill + 0.02, 0.5, sill, length - 0.7, sill, length, sill + 0.08]),
    rim,
    noseShare: 0.43,
    noseSquare,
    tailShare: 0.43,
    tailSquare,
    crown: 0.05,
  };
}

type FootAndHead = readonly [foot: number, head: number];

type UpperMeasures = {
  base: Shell;
  screen: FootAndHead;
  back: FootAndHead;
  halves: FootAndHead;
  roof: Curve;
  square?: number;
  tailShare?: number;
  tailSquare?: number;
};

/** The glasshouse on a lower body: raked at both ends, narrowing towards the roof. */
export function upper({ base, screen, back, halves, roof, square = 7, ...tail }: UpperMeasures): Shell {
  const { tailShare = 0.42, tailSquare = square } = tail;
  return {
    nose: (level) => mix(...screen, SCREEN_RISE(level)),
    tail: (level) => mix(...back, BACK_RISE(level)),
    half: (level) => mix(...halves, NARROWING(level)),
    foot: (x) => base.rim(x) - 0.015,
    rim: roof,
    noseShare: 0.42,
    noseSquare: square,
    tailShare,
    tailSquare,
    crown: 0.04,
  };
}
