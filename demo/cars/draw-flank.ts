import { type Camera, type Point, unit } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { dense, hull, points, rounded } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { archOutline } from './draw-wheel.ts';
import type { Face } from './faces/face.ts';
import { darker, type Finish, hex, lighter, shade } from './paint.ts';
import { flankPlace, heightAt } from './shell.ts';

/** Cladding above this level goes around the wheels too. */
const RAISED = 0.08;

/** Draws the details of the near flank: wheel arches, door shut lines, handles and the mirror. */
export function drawFlank(sheet: Sheet, camera: Camera, body: Body, finish: Finish, face: Face): void {
  const { lower, wheel } = body;
  const lift = (points: readonly Point[]): Point[] => points.map(([x, z]) => camera.project(flankPlace(lower, x, z)));
  const seam = hex(darker(finish.base, 0.6));
  const glint = hex(lighter(finish.base, 0.45));
  const along = (level: number, from: number, to: number): Point[] =>
    dense(points(from, 0, to, 0), 0.12).map(([x]): Point => [x, heightAt(lower, x, level)]);
  sheet.line(lift(along(0.885, 0.6, body.length - 0.62)), glint, 2.5, { opacity: 0.3 });
  sheet.line(lift(along(0.705, wheel.front + 0.3, body.length - 0.62)), glint, 2.5, { opacity: 0.4 });
  sheet.line(lift(along(body.cladding + 0.01, wheel.front + wheel.radius, wheel.rear - wheel.radius)), glint, 2.5, {
    opacity: 0.4,
  });
  for (const door of body.doors) {
    const top = lower.rim(door) - 0.01;
    const foot = lower.foot(door) + 0.09;
    const line = steps(0, 1, 16).map(
      (k): Point => [door - 0.07 * Math.sin(k * 2.6) + 0.09 * k ** 3, mix(top, foot, k)],
    );
    const near = line.filter(([x, z]) => wheelsClear(body, x, z));
    sheet.line(lift(near), seam, 3, { opacity: 0.8 });
  }
  for (const door of body.doors.slice(1)) {
    const handle = rounded(
      points(
        door - 0.3,
        body.handle,
        door - 0.1,
        body.handle + 0.005,
        door - 0.1,
        body.handle + 0.035,
        door - 0.3,
        body.handle + 0.03,
      ),
      0.014,
    );
    sheet.fill(lift(handle.map(([x, z]): Point => [x, z - 0.012])), seam, { opacity: 0.7 });
    sheet.fill(lift(handle), face.closed ? hex(darker(finish.base, 0.12)) : '#c9ced1');
  }
  if (body.slidingDoor) {
    const rail = points(body.doors.at(-1)! - 0.1, body.handle + 0.03, body.length - 0.5, body.handle + 0.03);
    sheet.line(lift(dense(rail, 0.2)), seam, 5, { opacity: 0.75 });
  }
  for (const at of [wheel.front, wheel.rear]) {
    if (body.cladding > RAISED) sheet.fill(lift(clipFoot(body, archOutline(body, at, 0.11))), '#33383d');
    sheet.fill(lift(clipFoot(body, archOutline(body, at, 0.032))), '#0a0d10');
  }
  drawMirror(sheet, camera, body, finish);
}

const wheelsClear = (body: Body, x: number, z: number): boolean =>
  [body.wheel.front, body.wheel.rear].every(
    (at) => Math.hypot(x - at, z - body.wheel.radius) > body.wheel.radius + 0.06,
  );

const clipFoot = (body: Body, points: Point[]): Point[] =>
  points.map(([x, z]) => [x, Math.max(z, heightAt(body.lower, x, 0))]);

function drawMirror(sheet: Sheet, camera: Camera, body: Body, finish: Finish): void {
  const x = body.upper.nose(0) + 0.46;
  const z = body.lower.rim(x) + 0.075;
  const y = body.lower.half(0.9) + 0.07;
  const pod = (grow: number, drop: number): Point[] =>
    hull(
      [-0.05, 0.05].flatMap((deep) =>
        rounded(
          points(-0.1, -0.055, 0.1, -0.06, 0.1, 0.04, 0.04, 0.06, -0.1, 0.045).map(
            ([across, up]): Point => [across * grow, up * grow],
          ),
          0.05,
        ).map(([across, up]) => camera.project([x + deep + across * 0.25, y + across, z + up - drop])),
      ),
    );
  sheet.fill(pod(1.04, 0.014), '#14191e');
  const top = pod(0.96, -0.004);
  const ys = top.map(([, height]) => height);
  const light = shade(finish, unit([-0.3, 0.4, 0.9]), [x, y, z], camera.eye);
  const dark = shade(finish, unit([-0.2, 0.9, -0.4]), [x, y, z], camera.eye);
  sheet.fill(
    top,
    sheet.gradient(
      [0, Math.min(...ys)],
      [0, Math.max(...ys)],
      [
        [0, hex(light)],
        [1, hex(dark)],
      ],
    ),
  );
}
