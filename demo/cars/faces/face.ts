import type { Point } from '../../drawing/camera.ts';
import type { Patches } from '../surface-patch.ts';
import type { WheelFace } from '../wheel-faces.ts';
import type { TailLamps } from './tail-lamps.ts';

/**
 * The face of a family of makes. Its shapes are ours: no maker's grille or badge. Points on the nose are meters from its
 * middle on a car 1.9 m wide, and level 0 (foot) to 1 (edge of the hood).
 */
export type Face = {
  /** Without a grille, as electric cars are. */
  closed: boolean;
  wheel: WheelFace;
  tail: TailLamps;
  draw(nose: Patches): void;
  /** Where the headlamps shine, on the near side. */
  lamps: readonly Point[];
};

export const BLACK = '#13171b';
export const HOUSING = '#1b2127';
export const LENS = '#9fb3c0';
export const LAMP = '#f6fbff';
export const CHROME = '#d3d8da';
export const SATIN = '#848c92';
