/** How wheels look: spokes for cars with an engine, closed blades for electric ones, and plain ones for city cars and work. */
export type WheelFace = 'twin' | 'multi' | 'blade' | 'disc' | 'steel' | 'rugged';

/** The radius of the rim on a wheel of radius 100. */
const RIM = 72;
const RUGGED_RIM = 60;

/** The markup of a wheel of radius 100, before the camera squeezes it. */
export function wheelMarkup(face: WheelFace): string {
  const rim = face === 'rugged' ? RUGGED_RIM : RIM;
  return [
    '<circle r="100" fill="#17191c"/><circle r="94" fill="none" stroke="#2c3034" stroke-width="3"/>',
    face === 'rugged' ? '<circle r="97" fill="none" stroke="#0b0d0f" stroke-width="6" stroke-dasharray="9 7"/>' : '',
    `<circle r="${rim + 4}" fill="${DARK.includes(face) ? '#5d646a' : '#dfe3e5'}"/><circle r="${rim}" fill="#1a1e22"/>`,
    FACES[face],
  ].join('');
}

const DARK: readonly WheelFace[] = ['rugged', 'steel'];

const ring = (count: number, part: string): string =>
  Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${Math.round((i * 3600) / count) / 10})">${part}</g>`,
  ).join('');

/** Darkens the rim's upper half, which is in the shadow of the arch. */
const archShade = (rim: number): string =>
  `<path d="M-${rim} 0A${rim} ${rim} 0 0 1 ${rim} 0L${rim - 8} 0A${rim - 8} ${rim - 16} 0 0 0-${rim - 8} 0z" fill="#07090b" opacity=".5"/>`;
const HUB = '<circle r="16" fill="#8b9298"/><circle r="13" fill="#ced3d6"/>';
const BRAKE_DISC = '<circle r="46" fill="#4d545a"/>';

const TWIN = '<path d="M-4-13L-21-70L-9-72L0-22L9-72L21-70L4-13z" fill="#cdd2d5"/>';
const MULTI = '<path d="M-5-12L-8-72H8L5-12z" fill="#c4cacd"/>';
const BLADE =
  '<path d="M-7-12C-15-34-27-50-30-65A72 72 0 0 1 6-72C6-50 7-34 7-12z" fill="#b9bfc3"/><path d="M-7-12C-15-34-27-50-30-65L-22-69C-16-50-7-34-2-12z" fill="#7a8289"/>';
const SLOT = '<path d="M-15-62Q0-68 15-62L10-46Q0-50-10-46z" fill="#2b3136"/>';
const HOLE = '<circle cy="-50" r="9" fill="#101316"/>';
const CHUNK = '<path d="M-13-10L-17-58H17L13-10z" fill="#747c83"/><path d="M-13-10L-17-58H-8L-6-10z" fill="#4d545a"/>';

const FACES: Record<WheelFace, string> = {
  twin: BRAKE_DISC + archShade(RIM) + ring(5, TWIN) + HUB,
  multi: BRAKE_DISC + archShade(RIM) + ring(10, MULTI) + HUB,
  blade: BRAKE_DISC + archShade(RIM) + ring(6, BLADE) + HUB,
  disc: `<circle r="${RIM}" fill="#c6ccd0"/><circle r="58" fill="#b1b8bd"/>${ring(8, SLOT)}<circle r="24" fill="#d9dee1"/><circle r="9" fill="#8b9298"/>`,
  steel: `<circle r="${RIM}" fill="#565d63"/><circle r="66" fill="#6a7177"/>${ring(8, HOLE)}<circle r="30" fill="#b4bbc0"/><circle r="24" fill="#cfd4d7"/>`,
  rugged: `${archShade(RUGGED_RIM)}${ring(6, CHUNK)}<circle r="22" fill="#3a4046"/><circle r="16" fill="#8b9298"/>`,
};
