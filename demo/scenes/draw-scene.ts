import type { CarLook } from '../cars/car-look.ts';
import { drawCarOn } from '../cars/draw-car.ts';
import { cameraAt, HORIZON } from '../drawing/camera.ts';
import { Sheet } from '../drawing/sheet.ts';
import { COVERS } from './covers/covers.ts';
import { drawHarbor, drawQuay, SCENE_HEIGHT as HEIGHT, QUAY, WATERLINE, SCENE_WIDTH as WIDTH } from './draw-harbor.ts';
import { drawBollard, drawBuoy, drawGull, drawRope } from './draw-quayside.ts';
import { drawRamp, drawShip } from './draw-ship.ts';
import { DAWN, HAZE, type Light, NIGHT } from './harbor.ts';

/** The site's own pictures by name: for the home page, articles and missing photos. */
export const SCENES: Record<string, () => string> = {
  'hero-light': () => drawHero(DAWN),
  'hero-dark': () => drawHero(NIGHT),
  'empty-quay': drawEmptyQuay,
  insights: drawPassage,
  ...COVERS,
};

/** A moored carrier at dawn or at night, and waiting cars. The upper left is kept empty for text. */
function drawHero(light: Light): string {
  const sheet = new Sheet();
  drawHarbor(sheet, light);
  drawShip(sheet, light, 800, QUAY - 14, 1);
  drawQuay(sheet, light);
  drawRamp(sheet, light, 800, QUAY - 14, 1);
  for (const x of [70, 300, 530]) drawBollard(sheet, light, x, QUAY + 6, 0.8);
  if (light.night) drawLamps(sheet, light);
  drawWaitingCars(sheet, light);
  return sheet.svg(WIDTH, HEIGHT);
}

function drawEmptyQuay(): string {
  const sheet = new Sheet();
  drawHarbor(sheet, DAWN);
  drawShip(sheet, HAZE, 1220, WATERLINE, 0.36);
  drawQuay(sheet, DAWN);
  drawRope(sheet, 'M760 808C700 852 560 802 420 838S120 862-20 832');
  drawBollard(sheet, DAWN, 800, 850, 3);
  drawRope(sheet, 'M738 812Q800 838 862 812');
  drawGull(sheet, 800, 697);
  return sheet.svg(WIDTH, HEIGHT);
}

/** The crossing: a carrier under way, a buoy in front. */
function drawPassage(): string {
  const sheet = new Sheet();
  drawHarbor(sheet, DAWN);
  const water = sheet.gradient(
    [0, WATERLINE],
    [0, HEIGHT],
    [
      [0, '#e3d9c9'],
      [0.3, '#a9bdc3'],
      [1, '#6f93a0'],
    ],
  );
  sheet.add(`<path d="M0 ${WATERLINE}h1600v440H0z" fill="${water}"/>`);
  drawShip(sheet, DAWN, 640, 640, 0.9);
  sheet.add(
    '<path d="M470 642H1360M560 662h300m80 0h330M360 700h260m120 0h420M240 800h300m420 0h340M700 880h380M60 930h320" stroke="#fdf3e2" stroke-width="4" opacity=".5"/>',
  );
  drawBuoy(sheet, 330, 800);
  return sheet.svg(WIDTH, HEIGHT);
}

type Parked = Pick<CarLook, 'body' | 'paint' | 'face'> & { row: number; place: number };

/** Two rows in painting order: the far row first, and in each row the far end first. */
const WAITING: readonly Parked[] = [
  { row: 1, place: 2, body: 'suv', paint: 'white', face: 'crest' },
  { row: 1, place: 1, body: 'hatchback', paint: 'blue', face: 'bar' },
  { row: 0, place: 3, body: 'hatchback', paint: 'silver', face: 'crest' },
  { row: 0, place: 2, body: 'sedan', paint: 'white', face: 'bar' },
  { row: 0, place: 1, body: 'suv', paint: 'green', face: 'bar' },
  { row: 0, place: 0, body: 'suv', paint: 'orange', face: 'bar' },
];
const ROW_GAP = 7;
const CAR_GAP = 2.7;

function drawWaitingCars(sheet: Sheet, light: Light): void {
  sheet.pen = 0.5;
  for (const { row, place, ...look } of WAITING) {
    const stand = { angle: 36, distance: 13, height: 2.7, lens: 1640, shift: 430 };
    const camera = cameraAt({ ...stand, target: 2 - row * ROW_GAP, aside: place * CAR_GAP });
    sheet.add(`<g transform="translate(0 ${WATERLINE - HORIZON})">`);
    drawCarOn(sheet, { ...look, view: 'front', cabin: 'dark', night: light.night }, camera);
    sheet.add('</g>');
  }
  sheet.pen = 1;
}

function drawLamps(sheet: Sheet, light: Light): void {
  for (const [x, y] of [
    [700, 470],
    [1130, 440],
  ] as const) {
    const halo = sheet.glow([x + 30, y], 210, [
      [0, light.window, 0.55],
      [0.15, light.window, 0.2],
      [1, light.window, 0],
    ]);
    const pool = sheet.glow(
      [x, 740],
      360,
      [
        [0, light.window, 0.3],
        [1, light.window, 0],
      ],
      `matrix(1 0 0 .22 0 ${740 * 0.78})`,
    );
    sheet.add(
      `<path d="M0 ${QUAY + 19}h1600v300H0z" fill="${pool}"/><path d="M${x} 708V${y}h34" fill="none" stroke="${light.crane}" stroke-width="6"/><circle cx="${x + 30}" cy="${y}" r="210" fill="${halo}"/><path d="M${x + 14} ${y - 4}h34v8h-34z" fill="#fff0d0"/>`,
    );
  }
}
