import type { Sheet } from '../drawing/sheet.ts';
import type { Light } from './harbor.ts';

/** A mooring bollard standing on a point. */
export function drawBollard(sheet: Sheet, { night }: Light, x: number, y: number, size: number): void {
  const iron = sheet.gradient(
    [-28, 0],
    [28, 0],
    [
      [0, night ? '#3b5168' : '#66757f'],
      [0.4, night ? '#22364a' : '#33475a'],
      [1, night ? '#0b1826' : '#0c1b2a'],
    ],
  );
  const body = 'M-20 4L-17-26C-28-28-31-36-29-43C-25-51-12-53 0-53S25-51 29-43C31-36 28-28 17-26L20 4Q0 11-20 4z';
  sheet.add(
    `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cx="12" cy="5" rx="38" ry="7" fill="#0c1b2a" opacity=".22"/><path d="${body}" fill="${iron}"/><path d="M-17-26Q0-20 17-26L17-21Q0-14-17-21z" fill="#0c1b2a" opacity=".45"/><path d="M-24-45Q0-54 16-49" fill="none" stroke="#fff" stroke-width="2.5" opacity=".4"/></g>`,
  );
}

export function drawRope(sheet: Sheet, path: string): void {
  sheet.add(
    `<path d="${path}" fill="none" stroke="#94733f" stroke-width="13"/><path d="${path}" fill="none" stroke="#cfae7c" stroke-width="7" stroke-dasharray="10 5" stroke-linecap="butt"/>`,
  );
}

/** A gull at rest, its feet on a point. */
export function drawGull(sheet: Sheet, x: number, y: number): void {
  sheet.add(
    [
      `<g transform="translate(${x} ${y})">`,
      '<path d="M-14 0h13M4 0h13" stroke="#c7762a" stroke-width="5"/><path d="M-8 0V-20M10 0V-20" stroke="#c7762a" stroke-width="4"/>',
      '<path d="M-92-36C-64-44-52-70-14-76C14-80 26-82 36-98C42-110 56-114 66-108C76-102 77-90 71-80C66-52 44-20 8-17C-26-15-58-24-92-36z" fill="#fbf9f4"/>',
      '<path d="M8-17C-26-15-58-24-92-36C-60-34-20-34 8-40C40-46 62-60 71-80C66-52 44-20 8-17z" fill="#dcd9d0"/>',
      '<path d="M-104-40C-70-46-56-68-22-72C2-74 18-66 24-56C4-38-52-32-104-40z" fill="#93a3ae"/>',
      '<path d="M-112-40C-92-42-80-48-70-54C-62-48-58-42-56-38C-76-36-96-37-112-40z" fill="#24364b"/>',
      '<path d="M72-100C84-98 90-94 94-88C88-87 80-87 72-88z" fill="#e0a03c"/><circle cx="61" cy="-98" r="3.5" fill="#0c1b2a"/>',
      '</g>',
      '<path d="M300 236q22-22 46 2q24-24 46-2M478 306q15-15 32 2q17-17 32-2" fill="none" stroke="#8fa1ab" stroke-width="5"/>',
    ].join(''),
  );
}

/** A lateral buoy afloat, in the signal color. */
export function drawBuoy(sheet: Sheet, x: number, y: number): void {
  const body = sheet.gradient(
    [-60, 0],
    [60, 0],
    [
      [0, '#e06a2f'],
      [0.45, '#c2410c'],
      [1, '#7d2a08'],
    ],
  );
  sheet.add(
    `<g transform="translate(${x} ${y}) rotate(-5)"><ellipse cx="6" cy="6" rx="92" ry="14" fill="#0c1b2a" opacity=".22"/><path d="M-66-34H66L54 6Q0 22-54 6z" fill="${body}"/><path d="M-70-44H70V-30H-70z" fill="#f6f2ea"/><path d="M-44-44L-18-178H18L44-44" fill="none" stroke="${body}" stroke-width="11" stroke-linejoin="round"/><path d="M-36-86H36M-27-130H27M-36-86L27-130" stroke="#9a3412" stroke-width="6"/><path d="M-22-178H22V-192H-22z" fill="#33475a"/><circle cy="-208" r="15" fill="#fff0d0"/><path d="M-76 10Q0 34 76 10" fill="none" stroke="#fdf3e2" stroke-width="5" opacity=".7"/></g>`,
  );
}
