import type { Camera, Point } from '../drawing/camera.ts';
import { circle, hull } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { type Finish, hex, shade } from './paint.ts';

const RADIUS = 0.35;
const THICKNESS = 0.22;

/** The spare wheel on the tailgate, under a painted cover. */
export function drawSpare(sheet: Sheet, camera: Camera, { length, lower }: Body, finish: Finish): void {
  const height = lower.rim(length) - 0.12;
  const ring = (x: number, radius: number): Point[] =>
    circle([0, height], radius).map(([y, z]) => camera.project([x, y, z]));
  const back = length + THICKNESS - 0.04;
  sheet.fill(hull([...ring(length - 0.04, RADIUS), ...ring(back, RADIUS)]), '#14171a');
  const cover = ring(back, RADIUS * 0.9);
  sheet.fill(cover, hex(shade(finish, [1, 0, 0.15], [back, 0, height], camera.eye)));
  sheet.line(cover, '#0c1b2a', 3, { opacity: 0.35 });
}
