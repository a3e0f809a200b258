import type { Camera } from '../drawing/camera.ts';
import { points } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './car-body.ts';
import type { CarFace } from './car-look.ts';
import { onTail } from './surface-patch.ts';

const BLACK = '#13171b';

/** The back of the car: lamps, boot or tailgate, plate, bumper and exhausts. */
export function drawTail(sheet: Sheet, camera: Camera, body: Body, face: CarFace, seam: string): void {
  const tail = onTail(sheet, camera, body.lower);
  const gate = body.hatch || body.bed ? 0.3 : 0.42;
  tail.fill(points(-0.84, 0.0, 0.84, 0.0, 0.76, 0.13, 0.6, 0.19, -0.6, 0.19, -0.76, 0.13), BLACK, 0.05);
  tail.line(points(-0.76, 1, -0.73, 0.6, -0.66, gate, 0.66, gate, 0.73, 0.6, 0.76, 1), seam, 3, 0.65);
  tail.line(points(-0.64, gate - 0.012, 0.64, gate - 0.012), '#ffffff', 2, 0.18);
  if (face === 'closed') {
    tail.fill(points(-1.12, 0.71, 1.12, 0.71, 1.18, 0.76, 1.14, 0.815, -1.14, 0.815, -1.18, 0.76), '#2a1417', 0.03);
    tail.fill(points(-1.1, 0.755, 1.1, 0.755, 1.1, 0.79, -1.1, 0.79), '#e5372c', 0.015);
    tail.line(points(-1.08, 0.778, 1.08, 0.778), '#ff9d8c', 2.5, 0.8);
    for (const x of [-0.14, 0, 0.14]) tail.line(points(x - 0.035, 0.665, x + 0.035, 0.665), '#d9dcdc', 5);
  } else {
    tail.pair(points(0.5, 0.62, 0.76, 0.6, 1.12, 0.68, 1.16, 0.82, 0.54, 0.82), '#5e1315', 0.04);
    tail.pair(points(0.55, 0.73, 1.12, 0.75, 1.12, 0.8, 0.57, 0.8), '#de3228', 0.02);
    tail.pair(points(0.56, 0.65, 0.74, 0.64, 0.74, 0.7, 0.57, 0.7), '#e9e4da', 0.015);
    tail.pair(points(0.78, 0.645, 1.0, 0.69, 1.0, 0.72, 0.78, 0.7), '#e7862f', 0.015);
    tail.fill(points(-0.46, 0.7, 0.46, 0.7, 0.46, 0.73, -0.46, 0.73), '#c9ced1', 0.01);
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
