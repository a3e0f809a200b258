import type { Camera } from '../drawing/camera.ts';
import { points } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { detailScale } from './draw-nose.ts';
import type { Face } from './faces/face.ts';
import { TAIL_LAMPS } from './faces/tail-lamps.ts';
import { onTail } from './surface-patch.ts';

const BLACK = '#13171b';

/** The back of the car: lamps, trunk or tailgate, plate, bumper and exhausts. */
export function drawTail(sheet: Sheet, camera: Camera, body: Body, face: Face, seam: string): void {
  const tail = onTail(sheet, camera, body.lower, detailScale(body));
  const gate = body.hatch || body.bed ? 0.3 : 0.42;
  tail.fill(points(-0.84, 0.0, 0.84, 0.0, 0.76, 0.13, 0.6, 0.19, -0.6, 0.19, -0.76, 0.13), BLACK, 0.05);
  tail.line(points(-0.76, 1, -0.73, 0.6, -0.66, gate, 0.66, gate, 0.73, 0.6, 0.76, 1), seam, 3, 0.65);
  tail.line(points(-0.64, gate - 0.012, 0.64, gate - 0.012), '#ffffff', 2, 0.18);
  TAIL_LAMPS[body.tailLamps ?? face.tail](tail);
  if (!face.closed) {
    tail.pair(points(0.44, 0.055, 0.62, 0.055, 0.62, 0.125, 0.44, 0.125), '#c3c8cb', 0.03);
    tail.pair(points(0.46, 0.068, 0.6, 0.068, 0.6, 0.112, 0.46, 0.112), '#23282c', 0.025);
  }
  const plate = gate + 0.05;
  tail.fill(
    points(-0.32, plate - 0.025, 0.32, plate - 0.025, 0.34, plate + 0.16, -0.34, plate + 0.16),
    '#0c1b2a',
    0.03,
    0.35,
  );
  tail.fill(points(-0.24, plate, 0.24, plate, 0.24, plate + 0.115, -0.24, plate + 0.115), '#f2ede1', 0.015);
  tail.line(points(-0.14, plate + 0.0575, -0.06, plate + 0.0575), '#46566a', 9);
  tail.line(points(0.02, plate + 0.0575, 0.15, plate + 0.0575), '#46566a', 9);
  tail.pair(points(0.78, 0.2, 0.96, 0.22, 0.96, 0.25, 0.78, 0.235), '#a8231f', 0.01);
}
