import { Sheet } from '../../drawing/sheet.ts';
import { SCENE_HEIGHT, SCENE_WIDTH } from '../draw-harbor.ts';
import { letter, SAMPLE_VIN } from './stroke-letters.ts';

/** Where the glass ends at the cowl, the hood below it, and the plate behind the glass. */
const GLASS_FOOT = 'M-40 742C300 660 900 626 1640 656';

export function drawWindshieldPlate(): string {
  const sheet = new Sheet();
  drawGlass(sheet);
  drawPlate(sheet);
  drawBand(sheet);
  drawHood(sheet);
  drawWiper(sheet);
  return sheet.svg(SCENE_WIDTH, SCENE_HEIGHT);
}

/** The dark of the cabin behind it, the dashboard's edge, and the morning sky mirrored across. */
function drawGlass(sheet: Sheet): void {
  const cabin = sheet.gradient(
    [0, 0],
    [0, 760],
    [
      [0, '#7d98a8'],
      [0.45, '#37536a'],
      [1, '#101f2e'],
    ],
  );
  const board = sheet.gradient(
    [0, 430],
    [0, 740],
    [
      [0, '#3d4a55'],
      [1, '#161f28'],
    ],
  );
  sheet.add(
    `<path d="M0 0h1600v1000H0z" fill="${cabin}"/><path d="M-40 520C320 430 980 408 1640 452V1000H-40z" fill="${board}"/><path d="M-40 520C320 430 980 408 1640 452" fill="none" stroke="#5f7080" stroke-width="5"/>`,
  );
  sheet.add(
    '<path d="M1130 470q40-120 190-120t190 126z" fill="#1b2833"/><path d="M1166 466q34-84 154-84t154 92z" fill="#2a3a47"/>',
  );
  const mirrored = sheet.gradient(
    [200, 0],
    [900, 700],
    [
      [0, '#fdf3e2', 0.5],
      [1, '#fdf3e2', 0],
    ],
  );
  sheet.add(
    `<path d="M180 0H520L160 720H-40V420z" fill="${mirrored}"/><path d="M640 0H720L330 690H262z" fill="${mirrored}"/>`,
  );
}

function drawPlate(sheet: Sheet): void {
  const metal = sheet.gradient(
    [0, 0],
    [0, 92],
    [
      [0, '#fbf9f4'],
      [1, '#c9cfd0'],
    ],
  );
  const letters = [...SAMPLE_VIN].map((character, at) => letter(character, 42 + at * 35, 28, 0.6)).join('');
  sheet.add(
    `<g transform="translate(420 528) rotate(-3.4) skewX(-10)"><path d="M8 12h680v92H8z" fill="#0c1b2a" opacity=".4"/><rect width="680" height="92" rx="8" fill="${metal}" stroke="#8b8577" stroke-width="2"/><circle cx="18" cy="46" r="7" fill="#8fa1ab"/><circle cx="662" cy="46" r="7" fill="#8fa1ab"/><g color="#0c1b2a">${letters}</g></g>`,
  );
}

/** The printed black edge of the glass, thinning out in dots, and the seal. */
function drawBand(sheet: Sheet): void {
  const dots = Array.from({ length: 62 }, (_, at) => {
    const x = at * 26;
    const y = 742 - 116 * Math.sin((Math.min(x, 1100) / 1100) * 1.45) + Math.max(0, x - 1100) * 0.05;
    return `<circle cx="${x}" cy="${Math.round(y - 42)}" r="4"/><circle cx="${x + 13}" cy="${Math.round(y - 28)}" r="6.5"/>`;
  });
  sheet.add(`<g fill="#0a121a">${dots.join('')}</g>`);
  sheet.add(`<path d="${GLASS_FOOT}" fill="none" stroke="#0a121a" stroke-width="44"/>`);
}

function drawHood(sheet: Sheet): void {
  const cowl = sheet.gradient(
    [0, 680],
    [0, 800],
    [
      [0, '#2a333b'],
      [1, '#12181d'],
    ],
  );
  const paint = sheet.gradient(
    [0, 740],
    [0, SCENE_HEIGHT],
    [
      [0, '#f0a06f'],
      [0.16, '#d6601e'],
      [1, '#9a3a0d'],
    ],
  );
  sheet.add(
    `<path d="${GLASS_FOOT}V1000H-40z" fill="${cowl}"/><path d="M-40 838C300 764 900 728 1640 750V1000H-40z" fill="${paint}"/><path d="M-40 838C300 764 900 728 1640 750" fill="none" stroke="#5f2108" stroke-width="5"/><path d="M-40 926C420 832 1000 800 1640 828" fill="none" stroke="#ffd9bd" stroke-width="10" opacity=".35"/>`,
  );
  const slots = Array.from({ length: 13 }, (_, at) => {
    const x = 560 + at * 52;
    return `M${x} ${Math.round(704 - at * 1.2)}l-10 34`;
  });
  sheet.add(`<path d="${slots.join('')}" stroke="#05090c" stroke-width="10"/>`);
}

function drawWiper(sheet: Sheet): void {
  sheet.add(
    '<path d="M1490 742L1180 640L770 655" fill="none" stroke="#0a0f14" stroke-width="17" stroke-linejoin="round"/><path d="M1490 736L1182 634L772 649" fill="none" stroke="#46525c" stroke-width="5" stroke-linejoin="round"/><path d="M1236 622L300 708" stroke="#0a0f14" stroke-width="11"/><circle cx="1490" cy="742" r="24" fill="#1b242c"/>',
  );
}
