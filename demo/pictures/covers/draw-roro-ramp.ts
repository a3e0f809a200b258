import { drawHarbour, drawQuay, QUAY, SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbour.ts';
import { drawBollard } from '../draw-quayside.ts';
import { drawRamp, drawShip } from '../draw-ship.ts';
import { DAWN } from '../harbour.ts';
import { Sheet } from '../sheet.ts';
import { drawParked } from './draw-parked.ts';

const SHIP = { x: 640, y: QUAY - 14, size: 2 };

/** A car on its way up the stern ramp, the next one waiting for its turn. */
export function drawRoroRamp(): string {
  const sheet = new Sheet();
  drawHarbour(sheet, DAWN);
  drawShip(sheet, DAWN, SHIP.x, SHIP.y, SHIP.size);
  drawQuay(sheet, DAWN);
  drawRamp(sheet, DAWN, SHIP.x, SHIP.y, SHIP.size);
  for (const x of [90, 330]) drawBollard(sheet, DAWN, x, QUAY + 6, 0.9);
  drawParked(sheet, { body: 'suv', paint: 'orange', face: 'closed', view: 'rear', turned: true }, 770, 762, 0.19);
  drawParked(sheet, { body: 'hatchback', paint: 'blue', face: 'closed', view: 'rear', turned: true }, 470, 930, 0.36);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}
