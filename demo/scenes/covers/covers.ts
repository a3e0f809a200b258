import { Sheet } from '../../drawing/sheet.ts';
import { drawHarbor, drawQuay, QUAY, SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { drawBollard, drawRope } from '../draw-quayside.ts';
import { drawRamp, drawShip } from '../draw-ship.ts';
import { DAWN } from '../harbor.ts';
import { drawFourShapes } from './draw-four-shapes.ts';
import { drawHarborRoute } from './draw-harbor-route.ts';
import { drawInspectionLift } from './draw-inspection-lift.ts';
import { drawMarketRows } from './draw-market-rows.ts';
import { drawParked } from './draw-parked.ts';
import { drawSeventeenBoxes } from './draw-seventeen-boxes.ts';
import { drawWindshieldPlate } from './draw-windshield-plate.ts';

/** Cover scenes of articles, by the names in their front matter. */
export const COVERS: Record<string, () => string> = {
  'four-shapes': drawFourShapes,
  'harbor-route': drawHarborRoute,
  'inspection-lift': drawInspectionLift,
  'market-rows': drawMarketRows,
  quay: drawMooredQuay,
  'roro-ramp': drawRoroRamp,
  'seventeen-boxes': drawSeventeenBoxes,
  'windshield-plate': drawWindshieldPlate,
};

/** A moored carrier and a row of cars in front of it, seen from the side. */
function drawMooredQuay(): string {
  const sheet = new Sheet();
  drawHarbor(sheet, DAWN);
  drawShip(sheet, DAWN, 330, QUAY - 14, 1.25);
  drawQuay(sheet, DAWN);
  drawRope(sheet, `M1282 ${QUAY - 100}Q1380 ${QUAY - 20} 1500 ${QUAY - 34}`);
  drawBollard(sheet, DAWN, 1500, QUAY + 10, 1.1);
  drawBollard(sheet, DAWN, 180, QUAY + 10, 1.1);
  drawParked(sheet, { body: 'hatchback', paint: 'white', face: 'bar', view: 'side' }, 270, 882, 0.33);
  drawParked(sheet, { body: 'sedan', paint: 'blue', face: 'bar', view: 'side' }, 790, 882, 0.36);
  drawParked(sheet, { body: 'suv', paint: 'orange', face: 'crest', view: 'side' }, 1310, 882, 0.36);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

const SHIP = { x: 640, y: QUAY - 14, size: 2 };

/** A car driving up the stern ramp while the next one waits. */
function drawRoroRamp(): string {
  const sheet = new Sheet();
  drawHarbor(sheet, DAWN);
  drawShip(sheet, DAWN, SHIP.x, SHIP.y, SHIP.size);
  drawQuay(sheet, DAWN);
  drawRamp(sheet, DAWN, SHIP.x, SHIP.y, SHIP.size);
  for (const x of [90, 330]) drawBollard(sheet, DAWN, x, QUAY + 6, 0.9);
  drawParked(sheet, { body: 'suv', paint: 'orange', face: 'bar', view: 'rear', turned: true }, 770, 762, 0.19);
  drawParked(sheet, { body: 'hatchback', paint: 'blue', face: 'bar', view: 'rear', turned: true }, 470, 930, 0.36);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}
