import type { Camera, Point } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { hull, simplified } from '../drawing/outline.ts';
import { pathOf, type Sheet, type Stop } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { shellPlace } from './shell.ts';

const FADE: readonly Stop[] = [
  [0.35, '#33302c', 0.4],
  [0.62, '#33302c', 0.24],
  [0.82, '#33302c', 0.07],
  [1, '#33302c', 0],
];
const LAYERS = 21;

/** Draws the car's soft shadow without a blur filter, which would take most of the rendering time. */
export function drawGroundShadow(sheet: Sheet, camera: Camera, body: Body): void {
  drawHaze(sheet, camera, body);
  drawCore(sheet, camera, body);
  const { front, rear } = body.wheel;
  const side = body.lower.half(0.4) * 0.86;
  const belly = [front, rear].flatMap((x) =>
    [-side, side].flatMap((y) => [body.lower.foot(2) - 0.06, 0.5].map((z) => camera.project([x, y, z]))),
  );
  sheet.fill(hull(belly), '#0f1316');
}

/** The wide, faint part: one round gradient laid flat on the ground. */
function drawHaze(sheet: Sheet, camera: Camera, { length, lower }: Body): void {
  const [x, y] = camera.project([length / 2 + 0.12, 0, 0]);
  const reach = ([px, py]: Point): Point => [px - x, py - y];
  const [ax, ay] = reach(camera.project([length * 1.13, 0, 0]));
  const [bx, by] = reach(camera.project([length / 2 + 0.12, lower.half(0.6) * 1.75, 0]));
  const matrix = [ax, ay, bx, by, x, y].map((part) => Math.round(part)).join(' ');
  const paint = sheet.glow([0, 0], 1, FADE, `matrix(${matrix})`);
  const corner = (a: number, b: number): Point => [x + a * ax + b * bx, y + a * ay + b * by];
  sheet.fill([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], paint);
}

/** Draws the dark part under the car, with an edge that fades over many thin layers. */
function drawCore(sheet: Sheet, camera: Camera, { lower }: Body): void {
  const shape = hull(
    steps(0, 5.95, 119).map((t) => {
      const [x, y] = shellPlace(lower, t, 0.4);
      return camera.project([x, y * 0.97, 0]);
    }),
  );
  const xs = shape.map(([x]) => x);
  const ys = shape.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = [mix(left, right, 0.5), mix(top, bottom, 0.5)];
  const centerd = simplified(shape, 1).map(([px, py]): Point => [px - x, py - y]);
  const core = sheet.define((id) => `<path id="${id}" d="${pathOf(centerd)}z"/>`).slice(5, -1);
  const flat = (right - left) / (bottom - top) / 2.6;
  const layers = steps(-0.17, 0.02, LAYERS).map(
    (grow) => `<use href="#${core}" transform="scale(${(1 + grow).toFixed(3)} ${(1 + grow * flat).toFixed(3)})"/>`,
  );
  sheet.add(
    `<g fill="#1a1b1c" fill-opacity=".07" transform="translate(${Math.round(x)} ${Math.round(y)})">${layers.join('')}</g>`,
  );
}
