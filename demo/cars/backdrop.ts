import { HORIZON } from '../drawing/camera.ts';
import type { Sheet } from '../drawing/sheet.ts';

const EDGE = HORIZON + 40;

/** The quiet quay behind every car: morning sky, the far harbor on the horizon, and sand-colored ground. */
export function drawBackdrop(sheet: Sheet): void {
  const sky = sheet.gradient(
    [0, 0],
    [0, HORIZON],
    [
      [0, '#dbe5e9'],
      [0.62, '#edebe3'],
      [1, '#f6efe1'],
    ],
  );
  const sun = sheet.glow([330, 120], 760, [
    [0, '#fffaf0', 0.95],
    [1, '#fffaf0', 0],
  ]);
  const ground = sheet.gradient(
    [0, EDGE],
    [0, 1200],
    [
      [0, '#d6cebd'],
      [0.3, '#e2dbcc'],
      [1, '#efe9dc'],
    ],
  );
  const water = sheet.gradient(
    [0, HORIZON],
    [0, EDGE],
    [
      [0, '#ccd8da'],
      [1, '#b7c7cb'],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v${HORIZON + 2}H0z" fill="${sky}"/><path d="M0 0h1600v${HORIZON + 2}H0z" fill="${sun}"/>`,
  );
  sheet.add(
    `<g transform="translate(0 ${HORIZON})" color="#c5cecf">${crane(205, 1.15)}${crane(318, 0.98)}${crane(1420, 1.05)}${SHIP}</g>`,
  );
  sheet.add(`<path d="M0 ${HORIZON}h1600v${EDGE - HORIZON + 2}H0z" fill="${water}"/>`);
  sheet.add(`<path d="M0 ${EDGE}h1600V1200H0z" fill="${ground}"/>`);
  sheet.add(
    `<path d="M800 ${EDGE}L-1500 1200M800 ${EDGE}L3100 1200M800 ${EDGE}L180 1200M800 ${EDGE}L1420 1200" stroke="#c9c0ae" stroke-width="2" opacity=".5"/>`,
  );
  sheet.add(`<path d="M0 ${EDGE}h1600v6H0z" fill="#b9b09e"/><path d="M0 ${EDGE + 6}h1600v5H0z" fill="#ece6d8"/>`);
  for (const x of [96, 472, 1128, 1504])
    sheet.add(`<path d="M${x - 9} ${EDGE + 5}v-12h-4v-7h26v7h-4v12z" fill="#8b8577"/>`);
}

/** A ship-to-shore gantry crane standing on 0, drawn in the current color. */
export const crane = (x: number, size: number): string =>
  `<path transform="translate(${x} 0) scale(${size})" d="M0 0V-92L10-138 18-92V-92M40 0V-92M0-58H40M-82-92H74M10-138L-78-92M10-138L70-92M0-30L40-58M-56-92v22M-64-70h16v10h-16z" fill="none" stroke="currentColor" stroke-width="4"/><path transform="translate(${x} 0) scale(${size})" d="M36-106h28v12H36z" fill="currentColor"/>`;

const SHIP =
  '<path d="M1010 0l-16-38h16v-40h150v-12h36v12h20v-18h10v18h24v40h14l-12 38z" fill="currentColor" opacity=".85"/>';
