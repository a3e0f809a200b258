import type { Camera, Place, Point } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { hull, points, rounded } from '../drawing/outline.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import { TRIMS, type Trim } from './cabin-trim.ts';
import type { CabinColor, CarView } from './car-look.ts';
import { onLid, onNose } from './surface-patch.ts';

const BLACK = '#12171c';

/** A pickup's load bed: an opening in the lid, with the walls one can see into. */
export function drawBed(sheet: Sheet, camera: Camera, { lower }: Body, [from, to]: readonly [number, number]): void {
  const half = lower.half(1) * 0.88;
  const opening = onLid(sheet, camera, lower).lift(
    rounded(points(from, -half, to, -half, to, half, from, half), 0.06, 1, 0.2),
  );
  const clip = sheet.clip(opening);
  const wall = (a: Point, b: Point, paint: string): void => {
    const corner = ([x, y]: Point, drop: number): Point => camera.project([x, y, lower.rim(x) + 0.06 - drop]);
    sheet.fill([corner(a, 0), corner(b, 0), corner(b, 0.5), corner(a, 0.5)], paint, { clip });
  };
  sheet.fill(opening, '#1d2226');
  wall([from, -half], [to, -half], '#43494f');
  wall([from, -half], [from, half], '#363c41');
  wall([to, -half], [to, half], '#31373c');
  sheet.line([...opening, opening[0]!], BLACK, 5);
}

/** An open car's cockpit: trim, seats, and the windshield standing in front of them. */
export function drawCockpit(sheet: Sheet, camera: Camera, body: Body, view: CarView, cabin: CabinColor): void {
  const trim = TRIMS[cabin];
  const { lower } = body;
  const [from, to] = [1.72, 3.5];
  const half = lower.half(1) * 0.83;
  const rim = rounded(points(from, -half, to, -half * 0.94, to, half * 0.94, from, half), 0.16, 1, 0.1);
  const opening = onLid(sheet, camera, lower).lift(rim);
  const raised = rim.map(([x, y]) => camera.project([x, y, lower.rim(x) + 0.6]));
  const clip = sheet.clip(hull([...opening, ...raised]));
  sheet.fill(opening, trim.deep);
  const far = hull(
    points(from, 0, to, 0, from, 0.3, to, 0.3).map(([x, drop]) =>
      camera.project([x, -half, lower.rim(x) + 0.04 - drop]),
    ),
  );
  sheet.fill(far, trim.seatDark, { clip });
  sheet.line([...opening, opening[0]!], BLACK, 5);
  const rows = [
    { x: 3.14, y: 0.3, top: 1.0 },
    { x: 2.5, y: 0.36, top: 1.06 },
  ];
  if (view === 'rear') rows.reverse();
  const seats = rows.flatMap(({ x, y, top }) =>
    [-y, y].map((side) => () => drawSeat(sheet, camera, trim, [x, side, top], clip)),
  );
  if (view === 'rear') drawScreen(sheet, camera, body);
  for (const seat of seats) seat();
  if (view !== 'rear') drawScreen(sheet, camera, body);
}

/** A seat's back with its headrest, leaning back: a soft slab seen from wherever the camera is. */
function drawSeat(sheet: Sheet, camera: Camera, trim: Trim, [x, y, top]: Place, clip: string): void {
  const slab = (half: number, foot: number, head: number, lean: number, thick: number): Point[] =>
    hull(
      rounded(points(-half, foot, half, foot, half * 0.9, head, -half * 0.9, head), 0.07).flatMap(([across, z]) =>
        [0, thick].map((deep) => camera.project([x + deep + (z - top) * lean, y + across, z])),
      ),
    );
  const paint = (outline: readonly Point[]): string => {
    const xs = outline.map(([at]) => at);
    return sheet.gradient(
      [Math.min(...xs), 0],
      [Math.max(...xs), 0],
      [
        [0, trim.seatLight],
        [0.55, trim.seat],
        [1, trim.seatDark],
      ],
    );
  };
  const back = slab(0.24, top - 0.5, top, 0.25, 0.17);
  const rest = slab(0.12, top + 0.02, top + 0.17, 0.25, 0.12);
  for (const part of [back, rest]) {
    sheet.fill(part, paint(part), { clip });
    sheet.line([...part, part[0]!], trim.deep, 2, { opacity: 0.5, clip });
  }
}

function drawScreen(sheet: Sheet, camera: Camera, { upper }: Body): void {
  const { lift } = onNose(sheet, camera, upper);
  const reach = upper.half(0.5) * 0.96;
  const edge = steps(0, 1, 8);
  const frame = lift([
    ...edge.map((level): Point => [-reach * mix(1, 0.92, level), level]),
    ...steps(-1, 1, 12).map((k): Point => [k * reach * 0.92, 1]),
    ...edge.toReversed().map((level): Point => [reach * mix(1, 0.92, level), level]),
  ]);
  const ys = frame.map(([, y]) => y);
  const glass = sheet.gradient(
    [0, Math.min(...ys)],
    [0, Math.max(...ys)],
    [
      [0, '#b9cad3', 0.5],
      [1, '#33475a', 0.6],
    ],
  );
  sheet.fill(frame, glass);
  sheet.line(frame, BLACK, 15);
  sheet.line(frame, '#5b646c', 4);
}

/** The roof rail of one side. */
export function drawRail(sheet: Sheet, camera: Camera, { upper }: Body, side: 1 | -1): void {
  const y = side * upper.half(1) * 0.98;
  const line = steps(upper.nose(1) + 0.3, upper.tail(1) - 0.12, 12).map(
    (x, i): Place => [x, y, upper.rim(x) + (i === 0 || i === 12 ? 0.01 : 0.055)],
  );
  sheet.line(line.map(camera.project), '#22282d', 9);
  sheet.line(
    line.map(([x, across, z]) => camera.project([x, across, z + 0.012])),
    '#aab1b6',
    2.5,
  );
}
