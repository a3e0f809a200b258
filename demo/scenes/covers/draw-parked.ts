import type { CarLook, OutsideLook } from '../../cars/car-look.ts';
import { drawCarOn } from '../../cars/draw-car.ts';
import type { Sheet } from '../../drawing/sheet.ts';

type Parked = Pick<CarLook, 'body' | 'paint' | 'face'> & {
  view: OutsideLook['view'];
  /** Looks to the right instead of to the left. */
  turned?: boolean;
  /** Hangs in the air. */
  raised?: boolean;
};

/** Where the wheels stand in the frame of each view. */
const GROUND = { front: 1060, side: 907, rear: 1066 };
const MIDDLE = 800;

/** A car in one of its usual views, its wheels on a point; size 1 fills the frame of its own picture. */
export function drawParked(
  sheet: Sheet,
  { turned, raised, ...look }: Parked,
  x: number,
  y: number,
  size: number,
): void {
  const across = turned ? -size : size;
  sheet.add(
    `<g transform="matrix(${across} 0 0 ${size} ${x - MIDDLE * across} ${Math.round(y - GROUND[look.view] * size)})">`,
  );
  drawCarOn(sheet, { ...look, cabin: 'dark' }, undefined, { onGround: !raised });
  sheet.add('</g>');
}
