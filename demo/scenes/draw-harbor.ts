import { crane } from '../cars/backdrop.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Light } from './harbor.ts';

export const SCENE_WIDTH = 1600;
export const SCENE_HEIGHT = 1000;
export const WATERLINE = 560;
export const QUAY = 690;

/** Sky, far shore, cranes and water. */
export function drawHarbor(sheet: Sheet, light: Light): void {
  const [high, middle, low] = light.sky;
  const sky = sheet.gradient(
    [0, 0],
    [0, WATERLINE],
    [
      [0, high],
      [0.6, middle],
      [1, low],
    ],
  );
  const glow = sheet.glow([1180, WATERLINE], 700, [
    [0, light.glow, 0.7],
    [1, light.glow, 0],
  ]);
  const water = sheet.gradient(
    [0, WATERLINE],
    [0, QUAY],
    [
      [0, light.water[0]],
      [1, light.water[1]],
    ],
  );
  sheet.add(`<path d="M0 0h1600v562H0z" fill="${sky}"/><path d="M0 0h1600v562H0z" fill="${glow}"/>`);
  sheet.add(
    `<path d="M0 560V536C120 520 210 534 300 530S520 512 640 536 900 528 1000 540H1600V560z" fill="${light.far}" opacity=".55"/>`,
  );
  sheet.add(
    `<g transform="translate(0 ${WATERLINE})" color="${light.far}">${crane(150, 1)}${crane(262, 0.86)}${crane(600, 1.25)}</g>`,
  );
  sheet.add(`<path d="M0 ${WATERLINE}h1600v${QUAY - WATERLINE}H0z" fill="${water}"/>`);
  sheet.add(
    `<path d="M60 590h220M380 582h120M180 622h340M20 652h180M620 604h140M470 648h250M330 672h160" stroke="${light.shimmer}" stroke-width="3" opacity=".55"/>`,
  );
}

/** The ground in front of the water. */
export function drawQuay(sheet: Sheet, light: Light): void {
  const ground = sheet.gradient(
    [0, QUAY],
    [0, SCENE_HEIGHT],
    [
      [0, light.ground[0]],
      [1, light.ground[1]],
    ],
  );
  sheet.add(
    `<path d="M0 ${QUAY}h1600v310H0z" fill="${ground}"/><path d="M0 ${QUAY}h1600v14H0z" fill="${light.curb}"/><path d="M0 ${QUAY + 14}h1600v5H0z" fill="${light.shimmer}" opacity=".45"/>`,
  );
  sheet.add(
    `<path d="M600 ${QUAY + 20}L-300 1000M980 ${QUAY + 20}L1800 1000" stroke="${light.curb}" stroke-width="3" opacity=".35"/>`,
  );
}
