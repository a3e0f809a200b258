import type { Sheet } from '../drawing/sheet.ts';
import type { Light } from './harbor.ts';

/** A car carrier alongside, bow to the right: 770 wide, floating on y 0. */
export function drawShip(sheet: Sheet, light: Light, x: number, y: number, size: number): void {
  const side = sheet.gradient(
    [0, -330],
    [0, -100],
    [
      [0, light.house],
      [1, light.houseShade],
    ],
  );
  const hull = sheet.gradient(
    [0, -118],
    [0, 0],
    [
      [0, light.hull],
      [1, light.hullFoot],
    ],
  );
  const decks = [-286, -206].map(
    (level) => `<path d="M40 ${level}H${level < -250 ? 729 : 748}" stroke="${light.seam}" stroke-width="2"/>`,
  );
  const vents = Array.from(
    { length: 15 },
    (_, i) => `<path d="M${90 + i * 42} -306h20" stroke="${light.seam}" stroke-width="7"/>`,
  );
  const lamps = Array.from(
    { length: 8 },
    (_, i) => `<circle cx="${120 + i * 76}" cy="-268" r="4" fill="${light.window}"/>`,
  );
  sheet.add(
    [
      `<g transform="translate(${x} ${y}) scale(${size})">`,
      `<path d="M610-328V-378H700L718-328z" fill="${light.house}"/><path d="M618-368H701L707-350H618z" fill="${light.window}"/><path d="M640-378v-44h5v44zM626-408h34v5h-34z" fill="${light.crane}"/>`,
      `<path d="M120-328V-384H168L178-328z" fill="${light.houseShade}"/><path d="M120-374H170L173-352H120z" fill="${light.accent}"/><path d="M126-384h32v-9h-32z" fill="${light.crane}"/>`,
      `<path d="M44 0L36-112V-318Q36-330 48-330H694Q716-330 726-304L750-206 776-112 744 0z" fill="${side}"/>`,
      ...decks,
      ...vents,
      ...(light.night ? lamps : []),
      `<path d="M36-118H774L744 0H44z" fill="${hull}"/><path d="M43-15H748L744 0H44z" fill="${light.hullLow}"/><path d="M36-120H776L773-111H36z" fill="${light.accent}"/>`,
      `<path d="M330-190q28-24 56 0t56 0 56 0" fill="none" stroke="${light.accent}" stroke-width="13"/><path d="M330-156q28-24 56 0t56 0 56 0" fill="none" stroke="${light.hull}" stroke-width="13" opacity=".75"/>`,
      '</g>',
    ].join(''),
  );
}

/** The open stern door and the ramp from it onto the quay; drawn after the quay it lies on. */
export function drawRamp(sheet: Sheet, light: Light, x: number, y: number, size: number): void {
  sheet.add(
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M48-104H152V-8H50z" fill="#0a1420"/>${light.night ? `<path d="M60-94H142V-20H60z" fill="${light.window}" opacity=".35"/>` : ''}` +
      `<path d="M50-10H152L94 50H-46z" fill="${light.houseShade}"/><path d="M50-10L-46 50M152-10L94 50M101-10L24 50" stroke="${light.seam}" stroke-width="4"/><path d="M52-100L-30 40M150-100L100 44" stroke="${light.crane}" stroke-width="2"/></g>`,
  );
}
