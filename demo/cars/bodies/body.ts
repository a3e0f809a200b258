import type { TailLamps } from '../faces/tail-lamps.ts';
import type { Shell } from '../shell.ts';
import type { WheelFace } from '../wheel-faces.ts';

/** A body in meters from its nose: everything that makes one type differ from another. */
export type Body = {
  length: number;
  wheel: { radius: number; front: number; rear: number; face?: WheelFace };
  lower: Shell;
  upper: Shell;
  /** Window posts by where they stand on the belt line, and how far the glass keeps from the windshield and the tail. */
  glass: { posts: readonly number[]; ahead: number; behind: number; behindTop: number };
  /** Door shut lines by where they meet the belt line, front to back. */
  doors: readonly number[];
  /** Dark plastic up to this level of the flank, and around the wheels if it is high. */
  cladding: number;
  rails: boolean;
  /** A black roof on a painted body. */
  blackRoof: boolean;
  /** Range of the falling roof that contains the rear window; without it the window is upright in the tail. */
  fastback?: readonly [from: number, to: number];
  hatch: boolean;
  open: boolean;
  /** The rear door slides along a rail. */
  slidingDoor: boolean;
  /** A spare wheel hangs on the tailgate. */
  spare: boolean;
  bed?: readonly [from: number, to: number];
  /** Tail lamps that the body's shape requires; by default its face decides. */
  tailLamps?: TailLamps;
  /** Where handles sit: height above the ground. */
  handle: number;
};

export const PLAIN = {
  cladding: 0.05,
  rails: false,
  blackRoof: false,
  hatch: false,
  open: false,
  slidingDoor: false,
  spare: false,
};
