import { drawHarbour, drawQuay, QUAY, SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbour.ts';
import { drawBollard, drawRope } from '../draw-quayside.ts';
import { drawShip } from '../draw-ship.ts';
import { DAWN } from '../harbour.ts';
import { Sheet } from '../sheet.ts';
import { drawParked } from './draw-parked.ts';

/** A carrier at her berth and a row of cars in front of her, seen from the side. */
export function drawMooredQuay(): string {
  const sheet = new Sheet();
  drawHarbour(sheet, DAWN);
  drawShip(sheet, DAWN, 330, QUAY - 14, 1.25);
  drawQuay(sheet, DAWN);
  drawRope(sheet, `M1282 ${QUAY - 100}Q1380 ${QUAY - 20} 1500 ${QUAY - 34}`);
  drawBollard(sheet, DAWN, 1500, QUAY + 10, 1.1);
  drawBollard(sheet, DAWN, 180, QUAY + 10, 1.1);
  drawParked(sheet, { body: 'hatchback', paint: 'white', face: 'closed', view: 'side' }, 270, 882, 0.33);
  drawParked(sheet, { body: 'sedan', paint: 'blue', face: 'closed', view: 'side' }, 790, 882, 0.36);
  drawParked(sheet, { body: 'suv', paint: 'orange', face: 'grille', view: 'side' }, 1310, 882, 0.36);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}
