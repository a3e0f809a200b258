import { HORIZON } from '../drawing/camera.ts';
import type { Sheet } from '../drawing/sheet.ts';

const EDGE = HORIZON + 40;

type Palette = {
  sky: readonly [string, string, string];
  glow: readonly [color: string, opacity: number];
  far: string;
  water: readonly [string, string];
  ground: readonly [string, string, string];
  curb: readonly [string, string];
  /** Lamps on the cranes and in the windows of the ship, and their light on the ground. */
  lamp?: string;
};

const MORNING: Palette = {
  sky: ['#dbe5e9', '#edebe3', '#f6efe1'],
  glow: ['#fffaf0', 0.95],
  far: '#cdd5d5',
  water: ['#ccd8da', '#b7c7cb'],
  ground: ['#d6cebd', '#e2dbcc', '#efe9dc'],
  curb: ['#b9b09e', '#ece6d8'],
};

const NIGHT: Palette = {
  sky: ['#0a1624', '#12263a', '#24405a'],
  glow: ['#3f6482', 0.4],
  far: '#1b3044',
  water: ['#1f3b54', '#142a3e'],
  ground: ['#1a2c3f', '#22364a', '#182838'],
  curb: ['#0f1e2d', '#3a5168'],
  lamp: '#ffd9a0',
};

/** The background of every car: the harbor on the horizon and the ground, by day or at night. */
export function drawBackdrop(sheet: Sheet, night = false): void {
  const { sky, glow, far, water, ground, curb, lamp } = night ? NIGHT : MORNING;
  const above = sheet.gradient(
    [0, 0],
    [0, HORIZON],
    [
      [0, sky[0]],
      [0.62, sky[1]],
      [1, sky[2]],
    ],
  );
  const sun = sheet.glow([330, 120], 760, [
    [0, ...glow],
    [1, glow[0], 0],
  ]);
  const below = sheet.gradient(
    [0, EDGE],
    [0, 1200],
    [
      [0, ground[0]],
      [0.3, ground[1]],
      [1, ground[2]],
    ],
  );
  const sea = sheet.gradient(
    [0, HORIZON],
    [0, EDGE],
    [
      [0, water[0]],
      [1, water[1]],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v${HORIZON + 2}H0z" fill="${above}"/><path d="M0 0h1600v${HORIZON + 2}H0z" fill="${sun}"/>`,
  );
  sheet.add(`<g transform="translate(0 ${HORIZON})" color="${far}">${crane(190, 1.2)}${crane(1440, 1.05)}${SHIP}</g>`);
  sheet.add(`<path d="M0 ${HORIZON}h1600v${EDGE - HORIZON + 2}H0z" fill="${sea}"/>`);
  sheet.add(`<path d="M0 ${EDGE}h1600V1200H0z" fill="${below}"/>`);
  sheet.add(`<path d="M0 ${EDGE}h1600v6H0z" fill="${curb[0]}"/><path d="M0 ${EDGE + 6}h1600v5H0z" fill="${curb[1]}"/>`);
  if (lamp) drawLampLight(sheet, lamp);
}

/** A lit harbor: windows and crane lamps far away, and the pool of light under the car. */
function drawLampLight(sheet: Sheet, lamp: string): void {
  const pool = sheet.glow(
    [800, 900],
    900,
    [
      [0, lamp, 0.34],
      [0.5, lamp, 0.16],
      [1, lamp, 0],
    ],
    'matrix(1 0 0 .36 0 576)',
  );
  const haze = sheet.glow([800, 640], 820, [
    [0, '#5f86a3', 0.4],
    [1, '#5f86a3', 0],
  ]);
  sheet.add(`<path d="M0 0h1600v${EDGE}H0z" fill="${haze}"/><path d="M0 ${EDGE}h1600V1200H0z" fill="${pool}"/>`);
  sheet.add(
    `<g transform="translate(0 ${HORIZON})"><path d="M199-165h6M1448-144h6M1160-82h8M1176-82h8M1192-82h8M1030-24h6M1070-24h6" stroke="${lamp}" stroke-width="6"/></g>`,
  );
}

/** A ship-to-shore gantry crane standing on 0, drawn in the current color. */
export const crane = (x: number, size: number): string =>
  `<path transform="translate(${x} 0) scale(${size})" d="M0 0V-92L10-138 18-92V-92M40 0V-92M0-58H40M-82-92H74M10-138L-78-92M10-138L70-92M0-30L40-58M-56-92v22M-64-70h16v10h-16z" fill="none" stroke="currentColor" stroke-width="4"/><path transform="translate(${x} 0) scale(${size})" d="M36-106h28v12H36z" fill="currentColor"/>`;

const SHIP =
  '<path d="M1010 0l-16-38h16v-40h150v-12h36v12h20v-18h10v18h24v40h14l-12 38z" fill="currentColor" opacity=".85"/>';
