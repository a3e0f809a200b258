import { dusk } from '../drawing/dusk.ts';
import { Sheet } from '../drawing/sheet.ts';
import { drawBackdrop } from './backdrop.ts';
import { BODIES } from './bodies/bodies.ts';
import { TRIMS, type Trim } from './cabin-trim.ts';
import type { CarLook } from './car-look.ts';
import { FACES } from './faces/faces.ts';
import { darker, hex, lighter, PAINTS } from './paint.ts';

/** Above this height of the roof, in meters, one looks down on the hood. */
const TALL = 1.6;

/** The view from between the seats: dashboard, wheel, screen, and the quay through the windshield. */
export function drawCabin({ body, paint, face, cabin = 'dark', night = false }: CarLook): string {
  const sheet = new Sheet();
  const trim = TRIMS[cabin];
  const { base } = PAINTS[paint];
  drawBackdrop(sheet, night);
  sheet.tint = night ? dusk : undefined;
  const hood = sheet.gradient(
    [0, 500],
    [0, 640],
    [
      [0, hex(lighter(base, 0.3))],
      [0.5, hex(base)],
      [1, hex(darker(base, 0.35))],
    ],
  );
  const rise = BODIES[body].upper.rim(2.5) > TALL ? 30 : 0;
  sheet.add(
    `<path d="M150 660C300 ${555 + rise} 560 ${528 + rise} 800 ${526 + rise}S1300 ${555 + rise} 1450 660z" fill="${hood}"/>`,
  );
  sheet.add(
    `<path d="M560 ${548 + rise}Q640 ${536 + rise} 690 ${531 + rise}M1040 ${548 + rise}Q960 ${536 + rise} 910 ${531 + rise}" stroke="#fff" stroke-width="3" fill="none" opacity=".35"/>`,
  );
  if (BODIES[body].open) drawOpenFrame(sheet);
  else drawRoof(sheet, trim);
  drawDashboard(sheet, trim, hex(base));
  drawCluster(sheet);
  drawScreen(sheet, FACES[face].closed);
  drawConsole(sheet, trim, FACES[face].closed);
  drawSteeringWheel(sheet, trim);
  drawDoor(sheet, trim, '');
  drawDoor(sheet, trim, ' transform="matrix(-1 0 0 1 1600 0)"');
  drawSeat(sheet, trim, '');
  drawSeat(sheet, trim, ' transform="matrix(-1 0 0 1 1600 0)"');
  return sheet.svg(1600, 1200);
}

const WINDSHIELD = 'M232 660C262 470 330 270 404 172C600 142 1000 142 1196 172C1270 270 1338 470 1368 660z';
const DOOR_WINDOW = 'M-20 236L214 196C206 300 176 470 150 640L-20 672z';

function drawRoof(sheet: Sheet, trim: Trim): void {
  const roof = sheet.gradient(
    [0, 0],
    [0, 640],
    [
      [0, trim.roof],
      [0.28, trim.roof],
      [1, trim.dashLight],
    ],
  );
  const mirrored = 'M1620 236L1386 196C1394 300 1424 470 1450 640L1620 672z';
  sheet.add(
    `<path d="M-20-20H1620V700H-20z${WINDSHIELD}${DOOR_WINDOW}${mirrored}" fill="${roof}" fill-rule="evenodd"/>`,
  );
  sheet.add(`<path d="${WINDSHIELD}" fill="none" stroke="#14191e" stroke-width="10"/>`);
  sheet.add(
    '<path d="M404 172C600 142 1000 142 1196 172L1204 186C1000 158 600 158 396 186z" fill="#0c141c" opacity=".5"/>',
  );
  sheet.add('<path d="M-20 0H1620V96C1100 66 500 66-20 96z" fill="#0c141c" opacity=".12"/>');
  sheet.add(
    `<path d="M350 128L560 112 552 138 362 152zM1250 128L1040 112 1048 138 1238 152z" fill="${trim.dashLight}" opacity=".5"/>`,
  );
  sheet.add('<path d="M250 620L560 160H650L330 640z" fill="#fff" opacity=".12"/>');
  drawRearMirror(sheet);
}

function drawOpenFrame(sheet: Sheet): void {
  sheet.add(
    `<path d="${WINDSHIELD}" fill="#dfe9ee" fill-opacity=".18" stroke="#171c21" stroke-width="34" stroke-linejoin="round"/>`,
  );
  sheet.add(`<path d="${WINDSHIELD}" fill="none" stroke="#4a525a" stroke-width="6" stroke-linejoin="round"/>`);
  sheet.add('<path d="M290 600L560 170H650L360 640z" fill="#fff" opacity=".14"/>');
  drawRearMirror(sheet);
}

function drawRearMirror(sheet: Sheet): void {
  const glass = sheet.gradient(
    [0, 190],
    [0, 250],
    [
      [0, '#aebfca'],
      [1, '#54697a'],
    ],
  );
  sheet.add(
    '<path d="M792 150H808V200H792z" fill="#1b2127"/><rect x="690" y="184" width="220" height="74" rx="26" fill="#171c21"/>',
  );
  sheet.add(`<rect x="699" y="192" width="202" height="58" rx="20" fill="${glass}"/>`);
}

function drawDashboard(sheet: Sheet, trim: Trim, accent: string): void {
  const pad = sheet.gradient(
    [0, 590],
    [0, 760],
    [
      [0, trim.dashLight],
      [0.25, trim.dash],
      [1, trim.deep],
    ],
  );
  const face = sheet.gradient(
    [0, 740],
    [0, 1000],
    [
      [0, trim.seat],
      [0.35, trim.seatDark],
      [1, trim.deep],
    ],
  );
  const strip = sheet.gradient(
    [0, 0],
    [1600, 0],
    [
      [0, trim.strip],
      [0.3, '#e9e6df'],
      [0.42, trim.strip],
      [0.8, trim.strip],
      [1, '#5b5a57'],
    ],
  );
  sheet.add('<path d="M-20 1220V690C300 600 600 594 800 594S1300 600 1620 690V1220z" fill="#0f1418"/>');
  sheet.add(
    `<path d="M-20 800V676C140 622 330 604 520 606C620 608 700 622 800 622S980 608 1080 606C1270 604 1460 622 1620 676V800z" fill="${pad}"/>`,
  );
  sheet.add(`<path d="M-20 760C300 720 560 728 800 734S1300 720 1620 760V1000H-20z" fill="${face}"/>`);
  sheet.add(
    `<path d="M-20 748C300 708 560 716 800 722S1300 708 1620 748V774C1300 736 1040 748 800 750S300 736-20 774z" fill="${strip}"/>`,
  );
  sheet.add(
    `<path d="M-20 775C300 737 560 749 800 751S1300 737 1620 775" fill="none" stroke="${accent}" stroke-width="4"/>`,
  );
  sheet.add(
    `<path d="M-20 830C300 796 560 806 800 810S1300 796 1620 830" fill="none" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="12 8" opacity=".6"/>`,
  );
  for (const x of [110, 1050, 1330]) {
    sheet.add(
      `<rect x="${x}" y="${x === 1050 ? 682 : 690}" width="170" height="36" rx="12" fill="#0d1216"/><path d="M${x + 12} ${x === 1050 ? 694 : 702}h146m-146 12h146" stroke="#59626a" stroke-width="3"/>`,
    );
  }
}

function drawCluster(sheet: Sheet): void {
  sheet.add(
    '<path d="M318 602C400 584 560 584 640 602L632 694H326z" fill="#0a0f14"/><path d="M336 612C410 598 548 598 622 612L616 682H342z" fill="#101d2c"/>',
  );
  sheet.add(
    '<path d="M376 668a34 34 0 1 1 58 0" fill="none" stroke="#55cdb8" stroke-width="6"/><path d="M524 668a34 34 0 1 1 58 0" fill="none" stroke="#ff8a4c" stroke-width="6"/>',
  );
  sheet.add('<path d="M462 634h34M456 650h46M468 666h22" stroke="#eef2f5" stroke-width="6"/>');
}

function drawScreen(sheet: Sheet, wide: boolean): void {
  const [x, y, width, height] = wide ? [640, 618, 350, 218] : [664, 630, 290, 128];
  const glow = sheet.gradient(
    [x, y],
    [x + width, y + height],
    [
      [0, '#16263a'],
      [1, '#0d1926'],
    ],
  );
  sheet.add(
    `<rect x="${x - 10}" y="${y - 10}" width="${width + 20}" height="${height + 20}" rx="22" fill="#07090b"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="14" fill="${glow}"/>`,
  );
  sheet.add(
    `<g transform="translate(${x} ${y}) scale(${width / 350} ${height / 218})"><path d="M0 150L120 110 180 150 350 60M90 0L130 218M220 0L250 218M0 60L350 20" stroke="#2f4a66" stroke-width="7" fill="none"/><path d="M-0 190Q60 216 130 204T350 160V204Q350 218 336 218H14Q0 218 0 204z" fill="#123b4c"/><path d="M60 170L122 110 236 106 262 56" stroke="#55cdb8" stroke-width="8" fill="none" stroke-linejoin="round"/><circle cx="262" cy="56" r="11" fill="#ff8a4c"/><rect x="14" y="14" width="74" height="36" rx="9" fill="#eef2f5" opacity=".9"/><path d="M26 27h50M26 38h32" stroke="#24364b" stroke-width="5"/></g>`,
  );
  sheet.add(
    `<path d="M${x} ${y + 14}q0-14 14-14h${width * 0.5}l-${width * 0.28} ${height}h-${width * 0.18}q-14 0-14-14z" fill="#fff" opacity=".05"/>`,
  );
}

function drawConsole(sheet: Sheet, trim: Trim, electric: boolean): void {
  const top = sheet.gradient(
    [600, 0],
    [1000, 0],
    [
      [0, trim.deep],
      [0.2, trim.dash],
      [0.55, trim.dashLight],
      [0.8, trim.dash],
      [1, trim.deep],
    ],
  );
  const arm = sheet.gradient(
    [640, 0],
    [960, 0],
    [
      [0, trim.seatDark],
      [0.45, trim.seatLight],
      [1, trim.seatDark],
    ],
  );
  sheet.add(`<path d="M690 850H910C930 940 980 1100 1010 1220H590C620 1100 670 940 690 850z" fill="${top}"/>`);
  if (!electric)
    sheet.add(
      '<rect x="670" y="778" width="270" height="52" rx="14" fill="#0d1216"/><g fill="#8d959c"><circle cx="706" cy="804" r="17"/><circle cx="904" cy="804" r="17"/><path d="M748 798h30v12h-30zM792 798h30v12h-30zM836 798h30v12h-30z"/></g>',
    );
  sheet.add(
    '<ellipse cx="744" cy="980" rx="44" ry="30" fill="#0b0f13"/><ellipse cx="854" cy="980" rx="44" ry="30" fill="#0b0f13"/><path d="M700 980a44 30 0 0 0 88 0M810 980a44 30 0 0 0 88 0" fill="none" stroke="#59626a" stroke-width="4"/>',
  );
  sheet.add(
    electric
      ? '<circle cx="800" cy="902" r="34" fill="#12171c"/><circle cx="800" cy="897" r="28" fill="#c6cbce"/><circle cx="800" cy="897" r="20" fill="#8d959c"/>'
      : '<path d="M772 930Q770 900 784 872L778 838Q800 824 822 838L816 872Q830 900 828 930z" fill="#12171c"/><path d="M780 836Q800 824 820 836L818 852Q800 842 782 852z" fill="#c6cbce"/>',
  );
  sheet.add(
    `<path d="M640 1050Q800 1018 960 1050L990 1220H610z" fill="${arm}"/><path d="M652 1066Q800 1036 948 1066" fill="none" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="10 7"/>`,
  );
}

function drawSteeringWheel(sheet: Sheet, trim: Trim): void {
  const rim = sheet.gradient(
    [290, 560],
    [660, 980],
    [
      [0, trim.dashLight],
      [0.4, '#262c32'],
      [1, '#0d1115'],
    ],
  );
  sheet.add(
    '<ellipse cx="478" cy="796" rx="196" ry="186" fill="none" stroke="#06080a" stroke-width="44" opacity=".35"/>',
  );
  sheet.add(
    `<ellipse cx="478" cy="782" rx="192" ry="182" fill="none" stroke="${rim}" stroke-width="40"/><path d="M300 716A192 182 0 0 1 656 716" fill="none" stroke="#fff" stroke-width="4" opacity=".22"/>`,
  );
  sheet.add(
    '<path d="M300 770Q380 742 416 744H540Q576 742 656 770L650 822Q590 806 552 850L520 952H436L404 850Q366 806 306 822z" fill="#1b2127"/><path d="M410 752Q478 732 546 752L556 816Q520 872 478 874T400 816z" fill="#2c333a"/>',
  );
  sheet.add(
    '<path d="M326 788l44-12 2 22-42 8zM630 788l-44-12-2 22 42 8z" fill="#59626a"/><circle cx="478" cy="806" r="24" fill="#c6cbce"/><circle cx="478" cy="806" r="16" fill="#1f3850"/>',
  );
}

function drawDoor(sheet: Sheet, trim: Trim, flip: string): void {
  const panel = sheet.gradient(
    [0, 640],
    [0, 1200],
    [
      [0, trim.dash],
      [0.3, trim.seat],
      [1, trim.deep],
    ],
  );
  sheet.add(
    `<g${flip}><path d="M-20 650L150 628Q196 640 190 760L150 1220H-20z" fill="${panel}"/><path d="M-20 664L146 642" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="12 8" opacity=".7"/><path d="M20 760l96-14 4 24-98 16z" fill="#c6cbce"/><path d="M0 860Q90 830 166 838L160 900Q80 900 0 930z" fill="${trim.deep}" opacity=".6"/></g>`,
  );
}

function drawSeat(sheet: Sheet, trim: Trim, flip: string): void {
  const back = sheet.gradient(
    [30, 0],
    [500, 0],
    [
      [0, trim.seatDark],
      [0.35, trim.seat],
      [0.7, trim.seatLight],
      [1, trim.seatDark],
    ],
  );
  const shade = sheet.gradient(
    [0, 900],
    [0, 1220],
    [
      [0, '#0c141c', 0],
      [1, '#0c141c', 0.4],
    ],
  );
  const shape = 'M40 1220C44 1090 60 990 104 956C160 928 316 928 376 956C430 990 470 1100 486 1220z';
  const rest =
    'M132 902C124 830 134 782 156 766C190 748 282 748 318 766C342 784 350 830 340 902C320 922 156 922 132 902z';
  sheet.add(
    `<g${flip}><path d="M190 890h22v60h-22zM262 890h22v60h-22z" fill="#8d959c"/><path d="${rest}" fill="${back}"/><path d="M160 786C200 770 276 770 312 786" fill="none" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="10 7"/><path d="${shape}" fill="${back}"/><path d="M128 1220C128 1100 142 1020 166 1000C220 980 270 980 320 1000C350 1030 376 1110 388 1220" fill="none" stroke="${trim.seatDark}" stroke-width="7"/><path d="M134 1220C134 1104 148 1028 170 1008C222 988 268 988 316 1008C344 1034 370 1114 382 1220" fill="none" stroke="${trim.stitch}" stroke-width="3" stroke-dasharray="10 7"/><path d="${shape}" fill="${shade}"/></g>`,
  );
}
