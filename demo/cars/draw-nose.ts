import type { Camera } from '../drawing/camera.ts';
import { points } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import type { CarView } from './car-look.ts';
import type { Face } from './faces/face.ts';
import { lidReach } from './shell.ts';
import { onLid, onNose, type Patches } from './surface-patch.ts';

const PLATE = '#f2ede1';
/** Half the width of the car that faces and tail lamps are drawn for, in meters. */
const USUAL_HALF = 0.95;

export const detailScale = (body: Body): number => body.lower.half(0.6) / USUAL_HALF;

/** The front of the car: its face, plate and hood. */
export function drawNose(sheet: Sheet, camera: Camera, body: Body, view: CarView, face: Face, seam: string): void {
  const nose = onNose(sheet, camera, body.lower, detailScale(body));
  face.draw(nose);
  if (view === 'front') drawPlate(nose);
  drawHood(sheet, camera, body, seam);
}

function drawPlate(nose: Patches): void {
  nose.fill(points(-0.24, 0.24, 0.24, 0.24, 0.24, 0.36, -0.24, 0.36), '#8b8577', 0.015);
  nose.fill(points(-0.23, 0.25, 0.23, 0.25, 0.23, 0.35, -0.23, 0.35), PLATE, 0.015);
  nose.line(points(-0.14, 0.3, -0.06, 0.3), '#46566a', 9);
  nose.line(points(0.02, 0.3, 0.15, 0.3), '#46566a', 9);
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
