import { Sheet } from '../../drawing/sheet.ts';
import { SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { letter, SAMPLE_VIN } from './stroke-letters.ts';

const BOX = 78;
const STEP = 85;
const LEFT = (SCENE_WIDTH - 17 * STEP + STEP - BOX) / 2;
const TOP = 392;

/** Maker, description, single car: the three parts of the number, each in its color. */
const PARTS = [
  { from: 0, to: 3, ground: '#c2410c', ink: '#fff6ee' },
  { from: 3, to: 9, ground: '#0b6b5d', ink: '#eefaf7' },
  { from: 9, to: 17, ground: '#1f3850', ink: '#eef4fa' },
];

export function drawSeventeenBoxes(): string {
  const sheet = new Sheet();
  drawPlate(sheet);
  for (const { from, to, ground, ink } of PARTS) {
    for (let at = from; at < to; at++) drawBox(sheet, at, ground, ink);
    drawBracket(sheet, from, to, ground);
  }
  drawPencil(sheet);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

/** A brushed plate, riveted to the sand-colored ground. */
function drawPlate(sheet: Sheet): void {
  const ground = sheet.gradient(
    [0, 0],
    [0, SCENE_HEIGHT],
    [
      [0, '#e9e1d1'],
      [1, '#d3cab8'],
    ],
  );
  const metal = sheet.gradient(
    [0, 250],
    [SCENE_WIDTH, 690],
    [
      [0, '#f7f5f0'],
      [0.35, '#d9dcdc'],
      [0.6, '#f1f1ee'],
      [1, '#c3cbcb'],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v1000H0z" fill="${ground}"/><rect x="36" y="262" width="1540" height="470" rx="26" fill="#0c1b2a" opacity=".16"/><rect x="28" y="244" width="1544" height="470" rx="26" fill="${metal}" stroke="#8b8577" stroke-width="3"/>`,
  );
  for (const x of [68, 1532])
    for (const y of [284, 674])
      sheet.add(
        `<circle cx="${x}" cy="${y}" r="15" fill="#9aa5ab"/><path d="M${x - 9} ${y - 5}l18 10" stroke="#5f6d76" stroke-width="4"/>`,
      );
}

function drawBox(sheet: Sheet, at: number, ground: string, ink: string): void {
  const x = LEFT + at * STEP;
  sheet.add(
    `<rect x="${x}" y="${TOP}" width="${BOX}" height="112" rx="10" fill="${ground}"/><rect x="${x}" y="${TOP}" width="${BOX}" height="112" rx="10" fill="none" stroke="#0c1b2a" stroke-width="2" opacity=".35"/><g color="${ink}">${letter(SAMPLE_VIN[at] ?? '', x + 20, TOP + 26, 1)}</g>`,
  );
}

function drawBracket(sheet: Sheet, from: number, to: number, color: string): void {
  const [left, right] = [LEFT + from * STEP + 6, LEFT + to * STEP - STEP + BOX - 6];
  const middle = (left + right) / 2;
  const foot = TOP + 136;
  sheet.add(
    `<path d="M${left} ${foot}v16q0 10 10 10H${middle - 10}q10 0 10 14q0-14 10-14H${right - 10}q10 0 10-10v-16" fill="none" stroke="${color}" stroke-width="6"/><path d="M${middle - 44} ${foot + 68}h88M${middle - 26} ${foot + 92}h52" stroke="${color}" stroke-width="9" opacity=".8"/>`,
  );
}

function drawPencil(sheet: Sheet): void {
  sheet.add(
    '<g transform="translate(1080 884) rotate(-14)"><path d="M-300 22H190L250 38H-300z" fill="#0c1b2a" opacity=".14"/><path d="M-300-18H180V18H-300z" fill="#e8b830"/><path d="M-300-6H180V6H-300z" fill="#f6d169"/><path d="M180-18L246 0L180 18z" fill="#ead2a8"/><path d="M224-6L246 0L224 6z" fill="#0c1b2a"/><path d="M-300-18h-34q-14 0-14 18t14 18h34z" fill="#d9776a"/><path d="M-312-18h16v36h-16z" fill="#aab4b8"/></g>',
  );
}
