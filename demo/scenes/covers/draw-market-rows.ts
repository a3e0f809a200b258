import type { CarLook } from '../../cars/car-look.ts';
import { drawCarOn } from '../../cars/draw-car.ts';
import { cameraAt } from '../../drawing/camera.ts';
import { Sheet } from '../../drawing/sheet.ts';
import { SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { drawShip } from '../draw-ship.ts';
import { DAWN } from '../harbor.ts';

type Look = Pick<CarLook, 'body' | 'paint' | 'face'>;

const LOOKS: Look[] = [
  { body: 'sedan', paint: 'white', face: 'bar' },
  { body: 'suv', paint: 'blue', face: 'bar' },
  { body: 'hatchback', paint: 'orange', face: 'bar' },
  { body: 'sedan', paint: 'grey', face: 'crest' },
  { body: 'suv', paint: 'green', face: 'bar' },
];

/** Distant cars look the same at every position, so each is drawn once and reused. */
const FROM_ABOVE = { angle: 50, distance: 150, height: 58, lens: 10000, target: 2.4 };
const CAMERA = cameraAt(FROM_ABOVE);
const PLACES = 5;
const ROWS = 3;
const ROW_GAP = 6.6;
const PLACE_GAP = 3;
const EDGE = 330;

/** Rows of cars as a crane driver sees them, a carrier alongside. */
export function drawMarketRows(): string {
  const sheet = new Sheet();
  drawGround(sheet);
  const [middleX, middleY] = CAMERA.project([FROM_ABOVE.target, 0, 0]);
  sheet.pen = 0.6;
  sheet.add('<defs>');
  for (const [at, look] of LOOKS.entries()) {
    sheet.add(`<g id="car${at}">`);
    drawCarOn(sheet, { ...look, view: 'front', cabin: 'dark' }, CAMERA);
    sheet.add('</g>');
  }
  sheet.add('</defs>');
  for (let row = ROWS - 1; row >= 0; row--) {
    for (let place = 0; place < PLACES; place++) {
      const look = (row * 3 + place * 2) % LOOKS.length;
      const [x, y] = CAMERA.project([
        FROM_ABOVE.target + (row - (ROWS - 1) / 2) * ROW_GAP,
        (place - (PLACES - 1) / 2) * PLACE_GAP,
        0,
      ]);
      const [left, top] = [Math.round(x - middleX), Math.round(y - middleY + 700 - middleY)];
      sheet.add(`<use href="#car${look}" x="${left}" y="${top}"/>`);
    }
  }
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

function drawGround(sheet: Sheet): void {
  const water = sheet.gradient(
    [0, 0],
    [0, EDGE],
    [
      [0, '#c9d5d4'],
      [1, '#8fa9b2'],
    ],
  );
  const ground = sheet.gradient(
    [0, EDGE],
    [0, SCENE_HEIGHT],
    [
      [0, DAWN.ground[0]],
      [1, DAWN.ground[1]],
    ],
  );
  sheet.add(`<path d="M0 0h1600v${EDGE}H0z" fill="${water}"/>`);
  drawShip(sheet, DAWN, 900, EDGE - 12, 0.74);
  sheet.add(
    `<path d="M0 ${EDGE}h1600v670H0z" fill="${ground}"/><path d="M0 ${EDGE}h1600v14H0z" fill="${DAWN.curb}"/><path d="M0 ${EDGE + 14}h1600v5H0z" fill="${DAWN.shimmer}" opacity=".5"/>`,
  );
}
