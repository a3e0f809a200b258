import type { Camera, Place, Point } from '../drawing/camera.ts';
import { circle, hull } from '../drawing/outline.ts';
import { pathOf, type Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { type WheelFace, wheelMarkup } from './wheel-faces.ts';

const TIRE_WIDTH = 0.23;

/** The wheel arch as an outline of the side view. */
export function archOutline(body: Body, at: number, gap: number): Point[] {
  const { radius } = body.wheel;
  const foot = 0.12;
  const arch = circle([at, radius], radius + gap, Math.PI * 1.02, -Math.PI * 0.02, 30);
  return [[arch[0]![0], foot], ...arch, [arch.at(-1)![0], foot]];
}

/** The tire as a solid: both of its faces and the tread between them. */
export function tireOutline(camera: Camera, at: number, radius: number, outer: number): Point[] {
  const inner = outer - Math.sign(outer) * TIRE_WIDTH;
  const ring = (y: number): Point[] => circle([at, radius], radius).map(([x, z]) => camera.project([x, y, z]));
  return hull([...ring(outer), ...ring(inner)]);
}

/** The matrix that lays the wheel of radius 100 where it stands. */
export function wheelMatrix(camera: Camera, at: number, radius: number, y: number): string {
  const place = (dx: number, dz: number): Place => [at + dx, y, radius + dz];
  const [cx, cy] = centerOf(camera, place, radius);
  const left = camera.project(place(-radius, 0));
  const right = camera.project(place(radius, 0));
  const top = camera.project(place(0, radius));
  const bottom = camera.project(place(0, -radius));
  const parts = [
    (right[0] - left[0]) / 200,
    (right[1] - left[1]) / 200,
    (bottom[0] - top[0]) / 200,
    (bottom[1] - top[1]) / 200,
    cx,
    cy,
  ];
  return `matrix(${parts.map((part) => Math.round(part * 1000) / 1000).join(' ')})`;
}

function centerOf(camera: Camera, place: (dx: number, dz: number) => Place, radius: number): Point {
  const ring = circle([0, 0], radius, 0, Math.PI * 2, 16).map(([dx, dz]) => camera.project(place(dx, dz)));
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

export function drawNearWheels(sheet: Sheet, camera: Camera, body: Body, y: number, face: WheelFace): void {
  const wheel = sheet.define((id) => `<g id="${id}">${wheelMarkup(face)}</g>`).slice(5, -1);
  for (const at of [body.wheel.front, body.wheel.rear]) {
    const { radius } = body.wheel;
    const sill = body.lower.foot(at);
    const below: Point[] = [
      [at + 1, sill],
      [at + 1, -0.5],
      [at - 1, -0.5],
      [at - 1, sill],
    ];
    const opening = [...archOutline(body, at, 0.028).map(([x, z]): Point => [x, Math.max(z, sill)]), ...below];
    const clip = sheet.clip(opening.map(([x, z]) => camera.project([x, y, z])));
    sheet.add(
      `<g clip-path="${clip}"><path d="${pathOf(tireOutline(camera, at, radius, y))}z" fill="#0e1114"/><use href="#${wheel}" transform="${wheelMatrix(camera, at, radius, y)}"/></g>`,
    );
  }
}
