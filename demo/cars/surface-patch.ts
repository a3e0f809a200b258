import type { Camera, Place, Point } from '../drawing/camera.ts';
import { clamp } from '../drawing/curve.ts';
import { dense, rounded } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { visibleRun } from './draw-shell.ts';
import { flankPlace, lidPlace, type Shell, shellPlace, turnFinder } from './shell.ts';

/** Bends flat outlines over one part of a shell and paints them as the camera sees them. */
export type Patches = {
  lift(points: readonly Point[]): Point[];
  fill(corners: readonly Point[], paint: string, radius?: number, opacity?: number): void;
  /** Draws the outline mirrored on both sides of the middle line. */
  pair(corners: readonly Point[], paint: string, radius?: number, opacity?: number): void;
  line(points: readonly Point[], color: string, width: number, opacity?: number): void;
};

/** Level 0 to 1 of a nose or tail counts as this many meters when corners are rounded. */
const LEVEL_METERS = 0.6;
/** Steps per level for finding the visible range. */
const LIMITS_PER_LEVEL = 40;

/** Patches on the nose: meters from its middle along the surface (near side positive) times `scale`, and level. */
export function onNose(sheet: Sheet, camera: Camera, shell: Shell, scale = 1): Patches {
  return onRound(sheet, camera, shell, turnFinder(shell, 'nose'), scale);
}

/** Patches on the tail: meters from its middle along the surface (near side positive) times `scale`, and level. */
export function onTail(sheet: Sheet, camera: Camera, shell: Shell, scale = 1): Patches {
  return onRound(sheet, camera, shell, turnFinder(shell, 'tail'), scale);
}

function onRound(sheet: Sheet, camera: Camera, shell: Shell, turn: (meters: number) => number, scale: number): Patches {
  const limits = new Map<number, readonly [from: number, to: number]>();
  const seenAt = (level: number): readonly [from: number, to: number] => {
    const near = Math.round(level * LIMITS_PER_LEVEL);
    let limit = limits.get(near);
    if (!limit) {
      const seen = visibleRun(shell, camera, near / LIMITS_PER_LEVEL);
      limit = [seen[0] ?? 0, seen.at(-1) ?? 0];
      limits.set(near, limit);
    }
    return limit;
  };
  const place = ([meters, level]: Point): Place =>
    shellPlace(shell, clamp(turn(meters * scale), ...seenAt(level)), level);
  return patches(sheet, camera, place, LEVEL_METERS);
}

/** Patches on the near flank, by their place in the side view. */
export function onFlank(sheet: Sheet, camera: Camera, shell: Shell): Patches {
  return patches(sheet, camera, ([x, z]) => flankPlace(shell, x, z), 1);
}

/** Patches on the lid, seen from above: how far back, and how far to the near side. */
export function onLid(sheet: Sheet, camera: Camera, shell: Shell): Patches {
  return patches(sheet, camera, ([x, y]) => lidPlace(shell, x, y), 1);
}

function patches(sheet: Sheet, camera: Camera, place: (point: Point) => Place, tall: number): Patches {
  const lift = (points: readonly Point[]): Point[] => points.map((point) => camera.project(place(point)));
  const fill: Patches['fill'] = (corners, paint, radius = 0.02, opacity) =>
    sheet.fill(lift(rounded(corners, radius, tall, 0.05)), paint, opacity === undefined ? {} : { opacity });
  return {
    lift,
    fill,
    pair(corners, paint, radius, opacity) {
      fill(
        corners.map(([across, up]): Point => [-across, up]),
        paint,
        radius,
        opacity,
      );
      fill(corners, paint, radius, opacity);
    },
    line(points, color, width, opacity) {
      sheet.line(lift(dense(points, 0.05)), color, width, opacity === undefined ? {} : { opacity });
    },
  };
}
