import type { Camera, Point } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { circle, points, rounded } from '../drawing/outline.ts';
import type { Sheet, Stop } from '../drawing/sheet.ts';
import type { Body } from './bodies/body.ts';
import type { CarView } from './car-look.ts';
import { halfWidthAt, heightAt, type Shell } from './shell.ts';
import { onFlank, onLid, onNose, onTail, type Patches } from './surface-patch.ts';

const BLACK = '#12171c';
const FOOT = 0.05;
const HEAD = 0.87;
const GLASS: readonly Stop[] = [
  [0, '#93a9b6'],
  [0.3, '#6b8292'],
  [0.55, '#3a4f61'],
  [1, '#1a2836'],
];

/** Windshield, rear window, and the near side's glass with its posts and trim. */
export function drawGlasshouse(sheet: Sheet, camera: Camera, body: Body, view: CarView): void {
  if (view !== 'rear') drawWindshield(sheet, onNose(sheet, camera, body.upper), body.upper, view === 'front');
  if (view !== 'front') drawRearWindow(sheet, camera, body, view === 'rear');
  drawSideGlass(sheet, camera, body);
}

function drawWindshield(sheet: Sheet, screen: Patches, shell: Shell, inFull: boolean): void {
  const reach = shell.half(0.5) * 0.9;
  const pane = (inset: number): Point[] => {
    const r = reach - inset;
    return screen.lift(
      rounded(points(-r, 0.02 + inset, r, 0.02 + inset, r * 0.97, 0.95 - inset, -r * 0.97, 0.95 - inset), 0.07, 0.6),
    );
  };
  sheet.fill(pane(0), inFull ? BLACK : '#25333f');
  if (!inFull) return;
  const glass = pane(0.035);
  sheet.fill(glass, glassPaint(sheet, glass));
  const clip = sheet.clip(glass);
  const within = (corners: Point[], paint: string, opacity: number, radius = 0.05): void =>
    sheet.fill(screen.lift(rounded(corners, radius, 0.6)), paint, { opacity, clip });
  for (const at of [-0.36, 0.34]) {
    within(points(at - 0.2, 0, at + 0.2, 0, at + 0.17, 0.38, at - 0.17, 0.38), '#0c141c', 0.34, 0.08);
    within(points(at - 0.1, 0.4, at + 0.1, 0.4, at + 0.09, 0.6, at - 0.09, 0.6), '#0c141c', 0.34, 0.06);
  }
  sheet.line(screen.lift(circle([0.34, 0.1], 0.17).map(([x, y]): Point => [x, 0.1 + (y - 0.1) * 1.4])), '#0c141c', 7, {
    opacity: 0.5,
    clip,
  });
  within(points(-0.09, 0.83, 0.09, 0.83, 0.09, 0.91, -0.09, 0.91), '#0c141c', 0.7, 0.02);
  within(points(-reach, 0.3, -reach * 0.42, 1, -reach * 0.12, 1, -reach * 0.8, 0), '#ffffff', 0.12, 0);
  within(points(-reach * 0.6, 0, reach * 0.02, 1, reach * 0.1, 1, -reach * 0.5, 0), '#ffffff', 0.09, 0);
  screen.line(points(0.06, 0.05, -reach * 0.72, 0.075), '#0a0e12', 4);
  screen.line(points(reach * 0.78, 0.05, 0.02, 0.085), '#0a0e12', 4);
}

function drawRearWindow(sheet: Sheet, camera: Camera, body: Body, inFull: boolean): void {
  const screen = body.fastback ? onLid(sheet, camera, body.upper) : onTail(sheet, camera, body.upper);
  const pane = (inset: number): Point[] => screen.lift(rounded(rearWindow(body, inset), 0.09, body.fastback ? 1 : 0.6));
  sheet.fill(pane(0), inFull ? BLACK : '#25333f');
  if (!inFull) return;
  const glass = pane(0.03);
  sheet.fill(glass, glassPaint(sheet, glass));
  const clip = sheet.clip(glass);
  const [foot, , head] = rearWindow(body, 0);
  const glint = points(0.1, 0, 0.4, 1, 0.62, 1, 0.36, 0).map(
    ([across, up]): Point =>
      body.fastback
        ? [mix(foot![0], head![0], up), foot![1] * across]
        : [foot![0] * -across, mix(foot![1], head![1], up)],
  );
  sheet.fill(screen.lift(glint), '#ffffff', { opacity: 0.11, clip });
}

/** The rear window's corners, both of the foot first. */
function rearWindow({ upper, hatch, fastback }: Body, inset: number): Point[] {
  if (fastback) {
    const [from, to] = [fastback[0] + inset, fastback[1] - inset];
    const wide = halfWidthAt(upper, to, 1) - inset;
    const narrow = upper.half(1) * 0.9 - inset;
    return points(to, wide, to, -wide, from, -narrow, from, narrow);
  }
  const reach = upper.half(0.5) * 0.86 - inset;
  const foot = (hatch ? 0.1 : 0.06) + inset;
  return points(-reach, foot, reach, foot, reach * 0.94, 0.92 - inset, -reach * 0.94, 0.92 - inset);
}

function drawSideGlass(sheet: Sheet, camera: Camera, { upper, glass }: Body): void {
  const { lift } = onFlank(sheet, camera, upper);
  const at = (x: number, level: number): Point => [x, heightAt(upper, x, level)];
  const frontEdge = (level: number): number => upper.nose(level) + glass.ahead;
  const backEdge = (level: number): number => upper.tail(level) - mix(glass.behind, glass.behindTop, level);
  const opening = (inset: number): Point[] => {
    const foot = FOOT + inset;
    const head = HEAD - inset;
    const rise = steps(foot, head, 6);
    const top = steps(frontEdge(head) + inset, backEdge(head) - inset, 10).slice(1, -1);
    return lift(
      rounded(
        [
          ...rise.map((level) => at(frontEdge(level) + inset, level)),
          ...top.map((x) => at(x, head)),
          ...rise.toReversed().map((level) => at(backEdge(level) - inset, level)),
        ],
        0.03,
      ),
    );
  };
  sheet.fill(opening(0), BLACK, { edge: '#b9bfc2' });
  const inner = opening(0.03);
  sheet.fill(inner, glassPaint(sheet, inner));
  const clip = sheet.clip(inner);
  const seats = [frontEdge(HEAD) + 0.42, ...glass.posts.slice(1).map((x) => x - 0.12)];
  for (const x of seats.filter((seat) => seat < backEdge(HEAD) - 0.1)) {
    const z = heightAt(upper, x, 0);
    const seat = rounded(points(x - 0.06, z, x + 0.2, z, x + 0.22, z + 0.16, x + 0.04, z + 0.16), 0.05);
    const rest = rounded(points(x + 0.06, z + 0.17, x + 0.22, z + 0.17, x + 0.24, z + 0.32, x + 0.1, z + 0.32), 0.04);
    for (const part of [seat, rest]) sheet.fill(lift(part), '#0c141c', { opacity: 0.34, clip });
  }
  const middle = (frontEdge(0.5) + backEdge(0.5)) / 2;
  for (const [x, width, opacity] of [
    [middle - 0.7, 0.26, 0.13],
    [middle - 0.32, 0.08, 0.1],
    [middle + 0.75, 0.3, 0.1],
  ] as const) {
    sheet.fill(lift([at(x - 0.24, 0), at(x + 0.2, 1), at(x + width + 0.2, 1), at(x + width - 0.24, 0)]), '#ffffff', {
      opacity,
      clip,
    });
  }
  for (const post of glass.posts)
    sheet.fill(lift([at(post - 0.035, 0), at(post + 0.05, 1), at(post + 0.12, 1), at(post + 0.045, 0)]), BLACK, {
      clip,
    });
}

function glassPaint(sheet: Sheet, outline: readonly Point[]): string {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const x = mix(Math.min(...xs), Math.max(...xs), 0.45);
  return sheet.gradient([x, top], [x + (bottom - top) * 0.14, bottom], GLASS);
}
