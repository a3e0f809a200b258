import type { Camera, Point } from '../drawing/camera.ts';
import type { Sheet, Stop } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import type { ExteriorLook } from './car-look.ts';
import { detailScale } from './draw-nose.ts';
import { FACES } from './faces/faces.ts';
import { onNose, onTail } from './surface-patch.ts';

const HEADLAMP: readonly Stop[] = [
  [0, '#fff6e2', 0.95],
  [0.1, '#fff0d0', 0.5],
  [0.4, '#fff0d0', 0.14],
  [1, '#fff0d0', 0],
];
const TAIL_LAMP: readonly Stop[] = [
  [0, '#ff5a48', 0.5],
  [0.4, '#ff3a2c', 0.16],
  [1, '#ff3a2c', 0],
];
const TAIL_LAMP_AT: Point = [0.92, 0.78];
/** Radius of a lamp's glow, in meters. */
const REACH = 0.62;

/** Draws the glow of the lamps at night. From the side only the near lamps are seen. */
export function drawLights(sheet: Sheet, camera: Camera, body: Body, { view, face }: ExteriorLook): void {
  const scale = detailScale(body);
  const nose = onNose(sheet, camera, body.lower, scale);
  const tail = onTail(sheet, camera, body.lower, scale);
  const both = (points: readonly Point[]) =>
    view === 'side'
      ? points
      : points.flatMap(([x, z]): Point[] => [
          [-x, z],
          [x, z],
        ]);
  if (view !== 'rear')
    for (const lamp of nose.lift(both(FACES[face].lamps))) drawGlow(sheet, camera, body, lamp, HEADLAMP);
  if (view !== 'front')
    for (const lamp of tail.lift(both([TAIL_LAMP_AT]))) drawGlow(sheet, camera, body, lamp, TAIL_LAMP);
}

function drawGlow(sheet: Sheet, camera: Camera, { length }: Body, [x, y]: Point, stops: readonly Stop[]): void {
  const [, foot] = camera.project([length / 2, 0, 0]);
  const [, head] = camera.project([length / 2, 0, REACH]);
  const radius = Math.round(foot - head);
  const glow = sheet.glow([x, y], radius, stops);
  sheet.add(`<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${radius}" fill="${glow}"/>`);
}
