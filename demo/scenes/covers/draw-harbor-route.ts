import { crane } from '../../cars/backdrop.ts';
import { Sheet } from '../../drawing/sheet.ts';
import { SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { drawBollard, drawBuoy } from '../draw-quayside.ts';
import { drawShip } from '../draw-ship.ts';
import { DAWN } from '../harbor.ts';
import { drawParked } from './draw-parked.ts';

const HORIZON = 300;

/** From a quay in front across the sea to a harbor on the other side. */
export function drawHarborRoute(): string {
  const sheet = new Sheet();
  drawSea(sheet);
  drawOtherSide(sheet);
  drawRoute(sheet);
  drawShip(sheet, DAWN, 700, 560, 0.42);
  sheet.add('<g transform="translate(1320 760) scale(.62)">');
  drawBuoy(sheet, 0, 0);
  sheet.add('</g>');
  drawQuay(sheet);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

function drawSea(sheet: Sheet): void {
  const [high, middle, low] = DAWN.sky;
  const sky = sheet.gradient(
    [0, 0],
    [0, HORIZON],
    [
      [0, high],
      [0.5, middle],
      [1, low],
    ],
  );
  const sun = sheet.glow([1240, HORIZON], 620, [
    [0, DAWN.glow, 0.8],
    [1, DAWN.glow, 0],
  ]);
  const water = sheet.gradient(
    [0, HORIZON],
    [0, SCENE_HEIGHT],
    [
      [0, '#dfd9cb'],
      [0.25, '#aec2c8'],
      [1, '#6b90a0'],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v${HORIZON}H0z" fill="${sky}"/><path d="M0 0h1600v${HORIZON}H0z" fill="${sun}"/><path d="M0 ${HORIZON}h1600v700H0z" fill="${water}"/><path d="M90 342h240M520 372h180M180 430h320M900 452h210M1180 540h300M960 640h260M760 720h240M1060 860h360" stroke="${DAWN.shimmer}" stroke-width="4" opacity=".5"/>`,
  );
}

/** The harbor of arrival: hills, cranes and a strip of quay. */
function drawOtherSide(sheet: Sheet): void {
  sheet.add(
    `<path d="M880 ${HORIZON}C980 256 1060 262 1140 244S1300 196 1400 214 1540 190 1600 204V${HORIZON}z" fill="#b3bfc0"/><g transform="translate(0 ${HORIZON + 14})" color="#6f8394">${crane(1200, 0.9)}${crane(1310, 1.1)}${crane(1440, 0.8)}</g><path d="M1080 ${HORIZON}H1600V${HORIZON + 34}H1120z" fill="${DAWN.ground[0]}"/><path d="M1120 ${HORIZON + 34}H1600v12H1130z" fill="${DAWN.curb}"/>`,
  );
}

/** The dots shrink towards the far end. */
function drawRoute(sheet: Sheet): void {
  const dots = Array.from({ length: 30 }, (_, step) => {
    const at = step / 29;
    const [a, b, c] = [(1 - at) ** 2, 2 * at * (1 - at), at ** 2];
    const [x, y] = [a * 560 + b * 760 + c * 1180, a * 850 + b * 520 + c * 372];
    return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${(10 - at * 6).toFixed(1)}"/>`;
  });
  sheet.add(`<g fill="${DAWN.accent}">${dots.join('')}</g>`);
  sheet.add(
    `<path transform="translate(1180 352)" d="M0 20C-26-10-30-24-30-36A30 30 0 0130-36C30-24 26-10 0 20z" fill="${DAWN.accent}"/><circle cx="1180" cy="317" r="11" fill="#fff6ee"/>`,
  );
}

function drawQuay(sheet: Sheet): void {
  const ground = sheet.gradient(
    [0, 640],
    [0, SCENE_HEIGHT],
    [
      [0, DAWN.ground[0]],
      [1, DAWN.ground[1]],
    ],
  );
  sheet.add(
    `<path d="M0 640L420 690L640 1000H0z" fill="${ground}"/><path d="M420 690L640 1000h36L436 682 0 630v10z" fill="${DAWN.curb}"/><path d="M420 690L640 1000M0 640L420 690" stroke="${DAWN.shimmer}" stroke-width="4" opacity=".7"/>`,
  );
  drawBollard(sheet, DAWN, 404, 712, 0.9);
  drawBollard(sheet, DAWN, 560, 930, 1.2);
  drawParked(sheet, { body: 'sedan', paint: 'blue', face: 'bar', view: 'front', turned: true }, 150, 806, 0.17);
  drawParked(sheet, { body: 'suv', paint: 'orange', face: 'bar', view: 'front', turned: true }, 250, 950, 0.24);
}
