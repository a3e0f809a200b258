import type { Camera, Place, Point } from '../drawing/camera.ts';
import { circle, hull } from '../drawing/outline.ts';
import { pathOf, type Sheet } from '../drawing/sheet.ts';
import type { Body } from './car-body.ts';

const TYRE_WIDTH = 0.23;
const RIM = 70;

/** How a wheel of radius 100 is painted, before the camera squeezes it: twin spokes, or broad turbine blades. */
function wheelFace(turbine: boolean): string {
  const count = turbine ? 7 : 5;
  const spoke = turbine ? BLADE : TWIN;
  const spokes = Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${Math.round((i * 3600) / count) / 10})">${spoke}</g>`,
  );
  return [
    '<circle r="100" fill="#17191c"/><circle r="95" fill="none" stroke="#2c3034" stroke-width="2"/>',
    `<circle r="80" fill="none" stroke="#1f2326" stroke-width="12"/><circle r="${RIM + 4}" fill="#d9dddf"/><circle r="${RIM}" fill="#14181c"/>`,
    '<circle r="50" fill="#62686d"/><circle r="47" fill="#7c8286"/><circle r="26" fill="#3a4046"/>',
    '<path d="M32-40A51 51 0 0 1 50-12L35-8A36 36 0 0 0 22-29z" fill="#c2410c"/>',
    `<path d="M-${RIM} 0A${RIM} ${RIM} 0 0 1 ${RIM} 0L62 0A62 54 0 0 0-62 0z" fill="#07090b" opacity=".5"/>`,
    ...spokes,
    '<circle r="17" fill="#8b9298"/><circle r="15" fill="#c6cbce"/><circle r="7" fill="#26323e"/>',
  ].join('');
}

const TWIN =
  '<path d="M-3-14L-19-70L-8-71L0-20L8-71L19-70L3-14z" fill="#cdd2d5"/><path d="M-3-14L-19-70L-14.5-70.5L-1-14zM0-20L8-71L12-71L2-14z" fill="#8f979d"/>';
const BLADE =
  '<path d="M-6-14C-14-34-24-50-26-66A71 71 0 0 1 2-71C4-50 6-34 6-14z" fill="#b4babe"/><path d="M-6-14C-14-34-24-50-26-66L-19-68.5C-14-50-6-34-2-14z" fill="#747c83"/>';

/** The arch that a wheel stands in, as an outline of the side view. */
export function archOutline(body: Body, at: number, gap: number): Point[] {
  const { radius } = body.wheel;
  const foot = 0.12;
  const arch = circle([at, radius], radius + gap, Math.PI * 1.02, -Math.PI * 0.02, 30);
  return [[arch[0]![0], foot], ...arch, [arch.at(-1)![0], foot]];
}

/** The tire as a solid: both of its faces and the tread between them. */
export function tyreOutline(camera: Camera, at: number, radius: number, outer: number): Point[] {
  const inner = outer - Math.sign(outer) * TYRE_WIDTH;
  const ring = (y: number): Point[] => circle([at, radius], radius).map(([x, z]) => camera.project([x, y, z]));
  return hull([...ring(outer), ...ring(inner)]);
}

/** The matrix that lays the wheel of radius 100 where it stands. */
export function wheelMatrix(camera: Camera, at: number, radius: number, y: number): string {
  const place = (dx: number, dz: number): Place => [at + dx, y, radius + dz];
  const [cx, cy] = centreOf(camera, place, radius);
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

function centreOf(camera: Camera, place: (dx: number, dz: number) => Place, radius: number): Point {
  const ring = circle([0, 0], radius, 0, Math.PI * 2, 16).map(([dx, dz]) => camera.project(place(dx, dz)));
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

export function drawNearWheels(sheet: Sheet, camera: Camera, body: Body, y: number, turbine: boolean): void {
  const face = sheet.define((id) => `<g id="${id}">${wheelFace(turbine)}</g>`).slice(5, -1);
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
      `<g clip-path="${clip}"><path d="${pathOf(tyreOutline(camera, at, radius, y))}z" fill="#0e1114"/><use href="#${face}" transform="${wheelMatrix(camera, at, radius, y)}"/></g>`,
    );
  }
}
