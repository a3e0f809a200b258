import type { CarLook } from '../../cars/car-look.ts';
import { drawCarOn } from '../../cars/draw-car.ts';
import { cameraAt, HORIZON } from '../../drawing/camera.ts';
import { Sheet } from '../../drawing/sheet.ts';
import { drawHarbor, drawQuay, SCENE_HEIGHT, SCENE_WIDTH, WATERLINE } from '../draw-harbor.ts';
import { drawShip } from '../draw-ship.ts';
import { DAWN, HAZE } from '../harbor.ts';

type Shape = Pick<CarLook, 'body' | 'paint' | 'face'>;

const SHAPES: Shape[] = [
  { body: 'hatchback', paint: 'blue', face: 'bar' },
  { body: 'sedan', paint: 'white', face: 'bar' },
  { body: 'suv', paint: 'orange', face: 'bar' },
  { body: 'truck', paint: 'grey', face: 'crest' },
];
const GAP = 3.3;

/** Four body types side by side. */
export function drawFourShapes(): string {
  const sheet = new Sheet();
  drawHarbor(sheet, DAWN);
  drawShip(sheet, HAZE, 180, WATERLINE, 0.5);
  drawQuay(sheet, DAWN);
  sheet.pen = 0.6;
  sheet.add(`<g transform="translate(0 ${WATERLINE - HORIZON})">`);
  for (const [place, look] of SHAPES.entries()) {
    const stand = { angle: 44, distance: 20, height: 3.2, lens: 1900, shift: -20 };
    const camera = cameraAt({ ...stand, target: 2.2, aside: (SHAPES.length - 1 - place - 1.5) * GAP });
    drawCarOn(sheet, { ...look, view: 'front', cabin: 'dark' }, camera);
  }
  sheet.add('</g>');
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}
