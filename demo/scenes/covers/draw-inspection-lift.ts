import { Sheet } from '../../drawing/sheet.ts';
import { SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { drawParked } from './draw-parked.ts';

const FLOOR = 800;
const LIFTED = 600;

/** A car on a two-post lift, a lamp below it, and the list that is being worked through. */
export function drawInspectionLift(): string {
  const sheet = new Sheet();
  drawWorkshop(sheet);
  drawPost(sheet, 250);
  drawArms(sheet);
  drawParked(sheet, { body: 'suv', paint: 'green', face: 'bar', view: 'side', raised: true }, 640, LIFTED, 0.56);
  drawPost(sheet, 1010);
  drawLamp(sheet);
  drawChecklist(sheet);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

function drawWorkshop(sheet: Sheet): void {
  const wall = sheet.gradient(
    [0, 0],
    [0, FLOOR],
    [
      [0, '#e3ddd0'],
      [1, '#f2ece0'],
    ],
  );
  const floor = sheet.gradient(
    [0, FLOOR],
    [0, SCENE_HEIGHT],
    [
      [0, '#b9b3a6'],
      [1, '#d3ccbd'],
    ],
  );
  const sky = sheet.gradient(
    [0, 90],
    [0, 330],
    [
      [0, '#dce7eb'],
      [1, '#f9ddbd'],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v${FLOOR}H0z" fill="${wall}"/><path d="M0 ${FLOOR}h1600v200H0z" fill="${floor}"/><path d="M0 ${FLOOR - 150}h1600v150H0z" fill="#8fa1ab" opacity=".35"/><path d="M0 ${FLOOR - 150}h1600v6H0z" fill="#6f8394" opacity=".5"/><path d="M0 ${FLOOR}h1600v8H0z" fill="#8b8577"/>`,
  );
  sheet.add(
    `<path d="M390 90h560v210H390z" fill="${sky}"/><path d="M390 300v-26q140-24 280-12t280-6v44z" fill="#a9bdc3"/><path d="M390 90h560v210H390zM576 90v210M764 90v210" fill="none" stroke="#f7f3ea" stroke-width="14"/><path d="M383 307h574" stroke="#b3aa98" stroke-width="8"/>`,
  );
  sheet.add(
    `<ellipse cx="640" cy="${FLOOR + 66}" rx="430" ry="40" fill="#0c1b2a" opacity=".18"/><path d="M120 1000L330 ${FLOOR + 8}M1210 1000L1010 ${FLOOR + 8}" stroke="#e8b830" stroke-width="12" opacity=".8"/>`,
  );
}

function drawPost(sheet: Sheet, x: number): void {
  const steel = sheet.gradient(
    [x, 0],
    [x + 64, 0],
    [
      [0, '#35628a'],
      [0.4, '#1f4468'],
      [1, '#132c46'],
    ],
  );
  sheet.add(
    `<path d="M${x - 26} ${FLOOR + 76}h116v16H${x - 26}z" fill="#0c1b2a" opacity=".25"/><path d="M${x} 150h64v${FLOOR - 80}h-64z" fill="${steel}"/><path d="M${x - 22} ${FLOOR + 62}h108v22H${x - 22}z" fill="#132c46"/><path d="M${x + 26} 176v${FLOOR - 140}" stroke="#0a1a2b" stroke-width="12"/><path d="M${x - 8} ${LIFTED - 92}h80v150h-80z" fill="#c2410c"/><path d="M${x - 8} ${LIFTED - 70}h80" stroke="#ff9b66" stroke-width="5" opacity=".7"/>`,
  );
}

function drawArms(sheet: Sheet): void {
  const y = LIFTED - 22;
  sheet.add(
    `<path d="M300 ${y}H500M1040 ${y}H790" stroke="#132c46" stroke-width="24"/><path d="M300 ${y - 6}H500M1040 ${y - 6}H790" stroke="#41709a" stroke-width="5"/><path d="M478 ${y - 42}h44v34h-44zM768 ${y - 42}h44v34h-44z" fill="#22364a"/>`,
  );
}

/** An inspection lamp on its cable, lighting the underside. */
function drawLamp(sheet: Sheet): void {
  const light = sheet.glow([640, 716], 250, [
    [0, '#fff3cf', 0.95],
    [0.2, '#ffe6a8', 0.5],
    [1, '#ffe6a8', 0],
  ]);
  sheet.add(
    `<circle cx="640" cy="716" r="250" fill="${light}"/><path d="M640 770C640 850 780 820 840 862S980 900 1090 890" fill="none" stroke="#22364a" stroke-width="8"/><path d="M616 690q0-20 24-20t24 20v40h-48z" fill="#fff6da" stroke="#e0a03c" stroke-width="5"/><path d="M616 700h48M616 716h48" stroke="#e0a03c" stroke-width="4"/><path d="M622 730h36l-6 48h-24z" fill="#c2410c"/>`,
  );
}

function drawChecklist(sheet: Sheet): void {
  const lines = [0, 1, 2, 3, 4].map((at) => {
    const y = 418 + at * 74;
    const done = at < 4 ? `<path d="M1262 ${y}l14 15 28-33" fill="none" stroke="#0b6b5d" stroke-width="9"/>` : '';
    return `<rect x="1248" y="${y - 28}" width="50" height="50" rx="8" fill="none" stroke="#8fa1ab" stroke-width="5"/>${done}<path d="M1324 ${y - 8}h${[150, 120, 140, 96, 130][at]}M1324 ${y + 14}h${[90, 110, 70, 84, 60][at]}" stroke="#8fa1ab" stroke-width="9"/>`;
  });
  sheet.add(
    `<g transform="rotate(3 1360 560)"><rect x="1212" y="300" width="310" height="510" rx="20" fill="#0c1b2a" opacity=".2"/><rect x="1200" y="288" width="310" height="510" rx="20" fill="#8a6236"/><rect x="1222" y="330" width="266" height="446" rx="8" fill="#fbf9f4"/><path d="M1290 274h130v46q0 12-12 12h-106q-12 0-12-12z" fill="#aab4b8"/><path d="M1330 258h50v24h-50z" fill="#7f8b91"/>${lines.join('')}</g>`,
  );
}
