import { BODIES } from '../../cars/bodies/bodies.ts';
import type { CarLook, ExteriorLook } from '../../cars/car-look.ts';
import { cameraFor, drawCarOn, WIDTH } from '../../cars/draw-car.ts';
import type { Sheet } from '../../drawing/sheet.ts';

type Parked = Pick<CarLook, 'body' | 'paint' | 'face'> & {
  view: ExteriorLook['view'];
  /** Looks to the right instead of to the left. */
  turned?: boolean;
  /** Hangs in the air. */
  raised?: boolean;
};

const MIDDLE = WIDTH / 2;

/** A car in one of its usual views with its wheels on a point; size 1 fills the frame of a car picture. */
export function drawParked(
  sheet: Sheet,
  { turned, raised, ...look }: Parked,
  x: number,
  y: number,
  size: number,
): void {
  const { wheel, lower } = BODIES[look.body];
  const camera = cameraFor(BODIES[look.body], look.view);
  const ground = Math.max(...[wheel.front, wheel.rear].map((x) => camera.project([x, lower.half(0.4), 0])[1]));
  const across = turned ? -size : size;
  sheet.add(`<g transform="matrix(${across} 0 0 ${size} ${x - MIDDLE * across} ${Math.round(y - ground * size)})">`);
  drawCarOn(sheet, { ...look, cabin: 'dark' }, camera, { onGround: !raised });
  sheet.add('</g>');
}
