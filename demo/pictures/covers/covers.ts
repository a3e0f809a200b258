import { drawFourShapes } from './draw-four-shapes.ts';
import { drawHarbourRoute } from './draw-harbour-route.ts';
import { drawInspectionLift } from './draw-inspection-lift.ts';
import { drawMarketRows } from './draw-market-rows.ts';
import { drawMooredQuay } from './draw-moored-quay.ts';
import { drawRoroRamp } from './draw-roro-ramp.ts';
import { drawSeventeenBoxes } from './draw-seventeen-boxes.ts';
import { drawWindscreenPlate } from './draw-windscreen-plate.ts';

/** The scenes over articles, by the names in their front matter. */
export const COVERS: Record<string, () => string> = {
  'four-shapes': drawFourShapes,
  'harbour-route': drawHarbourRoute,
  'inspection-lift': drawInspectionLift,
  'market-rows': drawMarketRows,
  quay: drawMooredQuay,
  'roro-ramp': drawRoroRamp,
  'seventeen-boxes': drawSeventeenBoxes,
  'windscreen-plate': drawWindscreenPlate,
};
