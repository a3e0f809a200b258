import { cross, type Place, subtract, unit } from '../drawing/camera.ts';
import { type Curve, clamp, mix } from '../drawing/curve.ts';

/**
 * A hollow body seen from above as a rounded plan, and level by level (0 its foot, 1 its rim) as nose, tail and half width.
 * A car has two: the lower body, and the glasshouse standing on it.
 */
export type Shell = {
  nose: Curve;
  tail: Curve;
  half: Curve;
  foot: Curve;
  rim: Curve;
  /** What share of the length the nose's rounding takes, and how square it is; both shares stay below 1. */
  noseShare: number;
  noseSquare: number;
  tailShare: number;
  tailSquare: number;
  /** How much the lid bulges above the rim in the middle. */
  crown: number;
};

const SMALL = 0.004;
const EDGE_ROUNDING = 0.5;
const STEPS_PER_TURN = 100;
const TURN_STEPS = 150;

/** Around the plan: 0 is the nose's middle, 1 where its rounding ends, 2 where the tail's begins, 3 the tail's middle, 6 the nose again by the far side. */
export function shellPlace(shell: Shell, around: number, level: number): Place {
  const turn = ((around % 6) + 6) % 6;
  const far = turn > 3;
  const t = far ? 6 - turn : turn;
  const half = shell.half(level);
  const nose = shell.nose(level);
  const tail = shell.tail(level);
  const noseDepth = shell.noseShare * (tail - nose);
  const tailDepth = shell.tailShare * (tail - nose);
  let x: number;
  let y = half;
  if (t < 1) {
    x = nose + noseDepth * (1 - power(Math.cos((t * Math.PI) / 2), 2 / shell.noseSquare));
    y = half * power(Math.sin((t * Math.PI) / 2), 2 / shell.noseSquare);
  } else if (t > 2) {
    const u = ((3 - t) * Math.PI) / 2;
    x = tail - tailDepth * (1 - power(Math.cos(u), 2 / shell.tailSquare));
    y = half * power(Math.sin(u), 2 / shell.tailSquare);
  } else {
    x = mix(nose + noseDepth, tail - tailDepth, t - 1);
  }
  return [x, far ? -y : y, heightAt(shell, x, level)];
}

export function shellNormal(shell: Shell, around: number, level: number, span = SMALL): Place {
  const along = subtract(shellPlace(shell, around + SMALL, level), shellPlace(shell, around - SMALL, level));
  const up = subtract(shellPlace(shell, around, level + span), shellPlace(shell, around, level - span));
  return unit(cross(up, along));
}

export const heightAt = (shell: Shell, x: number, level: number): number =>
  shell.foot(x) + level * (shell.rim(x) - shell.foot(x));

export const levelAt = (shell: Shell, x: number, z: number): number =>
  (z - shell.foot(x)) / (shell.rim(x) - shell.foot(x));

export function halfWidthAt(shell: Shell, x: number, level: number): number {
  const length = shell.tail(level) - shell.nose(level);
  const intoNose = clamp(1 - (x - shell.nose(level)) / (shell.noseShare * length), 0, 1);
  const intoTail = clamp(1 - (shell.tail(level) - x) / (shell.tailShare * length), 0, 1);
  const front = (1 - intoNose ** shell.noseSquare) ** (1 / shell.noseSquare);
  const back = (1 - intoTail ** shell.tailSquare) ** (1 / shell.tailSquare);
  return shell.half(level) * Math.min(front, back);
}

/** The near flank at a point of the side view. */
export function flankPlace(shell: Shell, x: number, z: number): Place {
  const level = clamp(levelAt(shell, x, z), 0, 1);
  return [x, halfWidthAt(shell, x, level), z];
}

/** The lid at a distance from the middle line; its edge is the shell's rim. */
export function lidPlace(shell: Shell, x: number, y: number): Place {
  const half = Math.max(halfWidthAt(shell, x, 1), 0.001);
  const [from, to] = lidReach(shell, y);
  const inward = clamp(Math.min(x - from, to - x) / EDGE_ROUNDING, 0, 1);
  const bulge = (1 - Math.min(1, (y / half) ** 2)) * inward * (2 - inward);
  return [x, y, shell.rim(x) + shell.crown * bulge];
}

export function lidNormal(shell: Shell, x: number, y: number): Place {
  const along = subtract(lidPlace(shell, x + 0.04, y), lidPlace(shell, x - 0.04, y));
  const slope = (-1.4 * shell.crown * y) / Math.max(halfWidthAt(shell, x, 1), 0.4) ** 2;
  return unit(cross(along, [0, 1, slope]));
}

/** Returns where the lid starts and ends along the car, at a distance from the middle line. */
export function lidReach(shell: Shell, y: number): readonly [from: number, to: number] {
  const share = Math.min(1, Math.abs(y) / shell.half(1));
  const [nose, tail] = [shell.nose(1), shell.tail(1)];
  return [
    nose + shell.noseShare * (tail - nose) * (1 - (1 - share ** shell.noseSquare) ** (1 / shell.noseSquare)),
    tail - shell.tailShare * (tail - nose) * (1 - (1 - share ** shell.tailSquare) ** (1 / shell.tailSquare)),
  ];
}

/** Finds the turn around the nose's or tail's plan that lies so many meters from its middle, at half height. */
export function turnFinder(shell: Shell, end: 'nose' | 'tail'): (meters: number) => number {
  const [start, side] = end === 'nose' ? [0, 1] : [3, -1];
  const walked = [0];
  for (let i = 1; i <= TURN_STEPS; i++) {
    const from = shellPlace(shell, start + (side * (i - 1)) / STEPS_PER_TURN, 0.5);
    const to = shellPlace(shell, start + (side * i) / STEPS_PER_TURN, 0.5);
    walked.push(walked[i - 1]! + Math.hypot(to[0] - from[0], to[1] - from[1]));
  }
  return (meters) => {
    const far = Math.abs(meters);
    const next = Math.max(
      1,
      walked.findIndex((distance) => distance >= far),
    );
    const share = (far - walked[next - 1]!) / (walked[next]! - walked[next - 1]!);
    return start + (side * Math.sign(meters) * (next - 1 + share)) / STEPS_PER_TURN;
  };
}

const power = (base: number, exponent: number): number => Math.max(0, base) ** exponent;
