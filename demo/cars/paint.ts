import { dot, type Place, subtract, unit } from '../drawing/camera.ts';
import { clamp, mix } from '../drawing/curve.ts';

export type Color = readonly [red: number, green: number, blue: number];
export type CarPaint =
  | 'white'
  | 'black'
  | 'silver'
  | 'grey'
  | 'blue'
  | 'red'
  | 'green'
  | 'brown'
  | 'orange'
  | 'yellow'
  | 'beige'
  | 'purple';

/** A surface material: its color, and how strongly it reflects the sky and the quay. */
export type Finish = { base: Color; mirror: number };

export const PAINTS: Record<CarPaint, Finish> = {
  white: { base: [240, 240, 236], mirror: 0.1 },
  black: { base: [19, 22, 27], mirror: 0.17 },
  silver: { base: [186, 191, 195], mirror: 0.2 },
  grey: { base: [98, 105, 112], mirror: 0.18 },
  blue: { base: [22, 80, 152], mirror: 0.13 },
  red: { base: [190, 24, 28], mirror: 0.1 },
  green: { base: [24, 92, 74], mirror: 0.13 },
  brown: { base: [104, 72, 52], mirror: 0.15 },
  orange: { base: [214, 96, 30], mirror: 0.12 },
  yellow: { base: [232, 184, 48], mirror: 0.11 },
  beige: { base: [206, 190, 162], mirror: 0.14 },
  purple: { base: [88, 56, 132], mirror: 0.14 },
};

export const PLASTIC: Finish = { base: [44, 48, 53], mirror: 0.05 };

/** Reflectivity of any lacquer at a grazing angle. */
const GRAZING = 0.3;
const SUN = unit([-0.5, 0.45, 0.78]);
const SKY_HIGH: Color = [176, 198, 214];
const SKY_LOW: Color = [252, 248, 240];
const GROUND_FAR: Color = [196, 188, 173];
const GROUND_NEAR: Color = [74, 72, 70];

/** Returns the visible color of a surface in the quay's daylight. */
export function shade({ base, mirror }: Finish, normal: Place, place: Place, eye: Place): Color {
  const look = unit(subtract(place, eye));
  const facing = clamp(-dot(look, normal), 0, 1);
  const light = 0.47 + 0.17 * normal[2] + 0.52 * Math.max(0, dot(normal, SUN));
  const gloss = mirror + (GRAZING - mirror) * (1 - facing) ** 4;
  const back = 2 * dot(look, normal);
  const bounce = unit([look[0] - back * normal[0], look[1] - back * normal[1], look[2] - back * normal[2]]);
  const spark = Math.max(0, dot(bounce, SUN)) ** 22 * 75;
  const seen = surroundings(bounce[2]);
  return [0, 1, 2].map((i) =>
    clamp(mix(base[i]! * light, seen[i]!, gloss) + spark * (0.4 + mirror), 0, 255),
  ) as unknown as Color;
}

function surroundings(rise: number): Color {
  if (rise > 0.02) return blend(SKY_LOW, SKY_HIGH, Math.sqrt(clamp(rise, 0, 1)));
  return blend(GROUND_FAR, GROUND_NEAR, clamp(0.25 - rise * 3, 0, 1));
}

export const blend = (a: Color, b: Color, k: number): Color => [
  mix(a[0], b[0], k),
  mix(a[1], b[1], k),
  mix(a[2], b[2], k),
];
export const darker = (color: Color, k: number): Color => blend(color, [12, 20, 30], k);
export const lighter = (color: Color, k: number): Color => blend(color, [255, 253, 248], k);
export const hex = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
