import type { Camera, Point } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { circle, points } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './car-body.ts';
import type { CarFace, CarView } from './car-look.ts';
import { lidReach } from './shell.ts';
import { onLid, onNose, type Patches } from './surface-patch.ts';

const BLACK = '#13171b';
const LAMP = '#f6fbff';
const PLATE = '#f2ede1';

/** The face of the car: lamps, grille or closed nose, intakes, plate and badge. */
export function drawNose(sheet: Sheet, camera: Camera, body: Body, view: CarView, face: CarFace, seam: string): void {
  const nose = onNose(sheet, camera, body.lower);
  nose.fill(points(-0.6, 0.05, 0.6, 0.05, 0.5, 0.21, -0.5, 0.21), BLACK, 0.05);
  nose.line(points(-0.44, 0.13, 0.44, 0.13), '#4a5056', 3);
  if (face === 'closed') drawClosedFace(nose);
  else drawGrilleFace(nose);
  if (view === 'front') drawPlate(nose);
  drawHood(sheet, camera, body, seam);
}

function drawPlate(nose: Patches): void {
  nose.fill(points(-0.24, 0.24, 0.24, 0.24, 0.24, 0.36, -0.24, 0.36), '#8b8577', 0.015);
  nose.fill(points(-0.23, 0.25, 0.23, 0.25, 0.23, 0.35, -0.23, 0.35), PLATE, 0.015);
  nose.line(points(-0.14, 0.3, -0.06, 0.3), '#46566a', 9);
  nose.line(points(0.02, 0.3, 0.15, 0.3), '#46566a', 9);
}

function drawClosedFace(nose: Patches): void {
  nose.pair(points(0.74, 0.28, 0.98, 0.26, 1.0, 0.5, 0.9, 0.54, 0.8, 0.46), BLACK, 0.05);
  nose.pair(points(0.86, 0.36, 0.96, 0.36, 0.97, 0.43, 0.87, 0.43), '#59636b', 0.02);
  nose.fill(points(-0.72, 0.765, 0.72, 0.765, 0.72, 0.815, -0.72, 0.815), '#262d34', 0.01);
  nose.fill(points(-0.7, 0.78, 0.7, 0.78, 0.7, 0.802, -0.7, 0.802), LAMP, 0.005);
  nose.pair(points(0.56, 0.7, 0.82, 0.71, 1.14, 0.76, 1.2, 0.86, 0.7, 0.835, 0.58, 0.8), '#1b2127', 0.03);
  nose.pair(points(0.6, 0.775, 0.72, 0.775, 1.13, 0.81, 1.13, 0.832, 0.7, 0.805, 0.6, 0.802), LAMP, 0.008);
  nose.pair(points(0.66, 0.72, 0.76, 0.722, 0.76, 0.762, 0.66, 0.76), '#9fb3c0', 0.015);
  nose.pair(points(0.8, 0.73, 0.9, 0.745, 0.9, 0.782, 0.8, 0.77), '#9fb3c0', 0.015);
}

function drawGrilleFace(nose: Patches): void {
  nose.fill(points(-0.36, 0.38, 0.36, 0.38, 0.52, 0.6, 0.46, 0.81, -0.46, 0.81, -0.52, 0.6), '#cfd4d6', 0.05);
  nose.fill(points(-0.34, 0.4, 0.34, 0.4, 0.49, 0.6, 0.44, 0.79, -0.44, 0.79, -0.49, 0.6), BLACK, 0.05);
  for (const level of steps(0.45, 0.75, 5)) {
    const reach = level < 0.6 ? mix(0.33, 0.47, (level - 0.4) / 0.2) : mix(0.47, 0.42, (level - 0.6) / 0.19);
    nose.line(points(-reach, level, reach, level), '#848c92', 4);
  }
  nose.fill(
    circle([0, 0.62], 1, 0, Math.PI * 2, 24).map(([x, y]): Point => [x * 0.065, 0.62 + (y - 0.62) * 0.09]),
    '#e3e6e7',
    0,
  );
  nose.fill(
    circle([0, 0.62], 1, 0, Math.PI * 2, 24).map(([x, y]): Point => [x * 0.045, 0.62 + (y - 0.62) * 0.063]),
    '#1f3850',
    0,
  );
  nose.pair(points(0.54, 0.62, 0.7, 0.6, 1.12, 0.72, 1.2, 0.84, 0.8, 0.82, 0.55, 0.78), '#1b2127', 0.04);
  nose.pair(points(0.6, 0.64, 0.72, 0.64, 0.73, 0.74, 0.61, 0.73), '#9db0bc', 0.05);
  nose.pair(points(0.79, 0.67, 0.9, 0.69, 0.91, 0.77, 0.8, 0.76), '#9db0bc', 0.05);
  nose.pair(points(0.56, 0.755, 0.8, 0.79, 1.14, 0.81, 1.14, 0.832, 0.8, 0.815, 0.56, 0.78), LAMP, 0.008);
  nose.pair(points(0.74, 0.2, 0.98, 0.2, 1.0, 0.4, 0.94, 0.42, 0.78, 0.34), BLACK, 0.05);
  nose.pair(points(0.82, 0.26, 0.93, 0.26, 0.93, 0.32, 0.82, 0.32), '#c9d3d8', 0.02);
}

function drawHood(sheet: Sheet, camera: Camera, body: Body, seam: string): void {
  const lid = onLid(sheet, camera, body.lower);
  const half = body.lower.half(1);
  const cowl = body.upper.nose(0) + 0.1;
  for (const side of [-1, 1]) {
    const edge = side * half * 0.9;
    lid.line(
      [
        [lidReach(body.lower, edge)[0] + 0.03, edge],
        [cowl, side * half * 0.93],
      ],
      seam,
      2.5,
      0.5,
    );
    const crease = side * half * 0.5;
    lid.line(
      [
        [lidReach(body.lower, crease)[0] + 0.12, crease * 0.86],
        [cowl - 0.12, crease * 1.2],
      ],
      '#ffffff',
      2.5,
      0.2,
    );
    lid.line(
      [
        [lidReach(body.lower, crease)[0] + 0.12, crease * 0.86 + 0.015],
        [cowl - 0.12, crease * 1.2 + 0.015],
      ],
      '#0c1b2a',
      3,
      0.16,
    );
  }
}
