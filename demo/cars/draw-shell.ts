import { type Camera, dot, type Place, type Point, subtract } from '../drawing/camera.ts';
import { mix, steps } from '../drawing/curve.ts';
import { hull, simplified } from '../drawing/outline.ts';
import type { Sheet, Stop } from '../drawing/sheet.ts';
import { type Color, hex } from './paint.ts';
import { lidNormal, lidPlace, lidReach, type Shell, shellNormal, shellPlace } from './shell.ts';

export type Shading = (normal: Place, place: Place, level: number) => Color;

const CORNER = [
  0, 0.003, 0.01, 0.02, 0.05, 0.1, 0.16, 0.22, 0.28, 0.34, 0.4, 0.46, 0.52, 0.58, 0.64, 0.7, 0.76, 0.82, 0.88, 0.93,
  0.97,
];
const mirrored = (turns: readonly number[], about: number): number[] => turns.map((t) => 2 * about - t).reverse();
const NEAR = [...CORNER, 1, 1.25, 1.5, 1.75, 2, ...mirrored(CORNER.slice(1), 1.5), 3];
const AROUND = [...mirrored(NEAR.slice(1), 0), ...NEAR, ...mirrored(NEAR.slice(1, -1), 3)];
/** Tolerance in pixels for lines that later bands hide or nearly hide. */
const COARSE = 3;
const SLIGHT = 1;
/** How many samples beyond the surface facing the camera are searched for a line's outermost point. */
const SLACK = 12;

/** Paints a shell's visible side as level bands shaded along their length, from the rim down: each covers all below it. */
export function drawShell(
  sheet: Sheet,
  camera: Camera,
  shell: Shell,
  levels: readonly number[],
  shading: Shading,
): void {
  const rims = levels.map((level) => rimSeen(camera, shell, visibleRun(shell, camera, level), level));
  const hidden = mix(levels[0]!, levels[1]!, 0.5);
  const ground = simplified(rimSeen(camera, shell, visibleRun(shell, camera, hidden), hidden), COARSE);
  for (let i = levels.length - 1; i > 0; i--) {
    const [low, high] = [levels[i - 1]!, levels[i]!];
    const middle = (low + high) / 2;
    const seen = visibleRun(shell, camera, middle);
    if (seen.length < 2) continue;
    const under = rims.slice(Math.min(1, i - 1), i);
    const foot = [
      ...simplified(
        under.toReversed().map((rim) => rim.at(-1)!),
        SLIGHT,
      ),
      ...(i === 1 ? rims[0]! : ground).toReversed(),
      ...simplified(
        under.map((rim) => rim[0]!),
        SLIGHT,
      ),
    ];
    const samples = seen.map((t) => {
      const place = shellPlace(shell, t, middle);
      return {
        at: camera.project(place)[0],
        color: shading(shellNormal(shell, t, middle, middle - low), place, middle),
      };
    });
    sheet.fill([...rims[i]!, ...foot], shadedAcross(sheet, samples));
  }
}

/** The turns around the plan whose surface faces the camera at a level, from left to right. */
export function visibleRun(shell: Shell, camera: Camera, level: number): number[] {
  let best: number[] = [];
  let run: number[] = [];
  for (const t of AROUND) {
    const goesRight =
      camera.project(shellPlace(shell, t + 0.01, level))[0] > camera.project(shellPlace(shell, t - 0.01, level))[0];
    const faces = goesRight && dot(shellNormal(shell, t, level), subtract(camera.eye, shellPlace(shell, t, level))) > 0;
    if (faces) run.push(t);
    else run = [];
    if (run.length > best.length) best = run;
  }
  return best;
}

/** The visible part of a level's line around the shell, from its leftmost to its rightmost point. */
function rimSeen(camera: Camera, shell: Shell, seen: readonly number[], level: number): Point[] {
  const start = AROUND.indexOf(seen[0]!);
  const end = AROUND.indexOf(seen.at(-1)!);
  const points = AROUND.slice(Math.max(0, start - SLACK), end + SLACK + 1).map((t) =>
    camera.project(shellPlace(shell, t, level)),
  );
  const xs = points.map(([x]) => x);
  return points.slice(xs.indexOf(Math.min(...xs)), xs.indexOf(Math.max(...xs)) + 1);
}

/** Paints a shell's lid as lengthwise bands from the far side to the near, each covering all that is nearer. */
export function drawLid(sheet: Sheet, camera: Camera, shell: Shell, shading: Shading, bands: number): void {
  const center = (shell.nose(1) + shell.tail(1)) / 2;
  const tone = hex(shading([0, 0, 1], lidPlace(shell, center, 0), 1));
  const half = shell.half(1);
  const stations = (y: number): number[] => steps(...lidReach(shell, y), 18);
  const lidLine = (y: number): Point[] => stations(y).map((x) => camera.project(lidPlace(shell, x, y)));
  const near = simplified(lidLine(half), COARSE).reverse();
  const whole = hull([
    ...steps(-1, 1, 24).flatMap((k) => lidLine(half * k)),
    ...steps(0, 6, 120).map((t) => camera.project(shellPlace(shell, t, 1))),
  ]);
  sheet.fill(whole, tone);
  sheet.line([...whole, whole[0]!], tone, 1.5);
  const edges = steps(-1, 1, bands).map((k) => half * Math.sign(k) * Math.abs(k) ** 0.8);
  for (let i = 0; i < bands; i++) {
    const y = (edges[i]! + edges[i + 1]!) / 2;
    const samples = stations(y).map((x) => {
      const place = lidPlace(shell, x, y);
      return { at: camera.project(place)[0], color: shading(lidNormal(shell, x, y), place, 1) };
    });
    const next = lidLine(edges[i + 1]!);
    sheet.fill([...lidLine(edges[i]!), next.at(-1)!, ...near, next[0]!], shadedAcross(sheet, samples));
  }
}

type Sample = { at: number; color: Color };

/** How far apart a gradient's stops are at least, and how many of 255 tones it may be off between them. */
const FINEST = 0.01;
const TONE_STEP = 8;

/** Creates a gradient from left to right through sampled colors, dropping stops that make no visible difference. */
export function shadedAcross(sheet: Sheet, samples: readonly Sample[]): string {
  const first = samples[0]!;
  const last = samples.at(-1)!;
  const width = last.at - first.at;
  if (Math.abs(width) < 1) return hex(first.color);
  let reached = -1;
  const rising = samples.filter(({ at }) => {
    const offset = (at - first.at) / width;
    if (offset < reached + FINEST) return false;
    reached = offset;
    return true;
  });
  const stops = fewer(rising, TONE_STEP).map(({ at, color }): Stop => [(at - first.at) / width, hex(color)]);
  if (stops.length === 1) return stops[0]![1];
  return sheet.gradient([first.at, 0], [last.at, 0], stops);
}

function fewer(samples: readonly Sample[], tolerance: number): Sample[] {
  if (samples.length < 3) return [...samples];
  const first = samples[0]!;
  const last = samples.at(-1)!;
  let worst = 0;
  let split = 0;
  samples.forEach(({ at, color }, i) => {
    const k = (at - first.at) / (last.at - first.at || 1);
    const off = Math.max(...color.map((part, n) => Math.abs(part - mix(first.color[n]!, last.color[n]!, k))));
    if (off > worst) [worst, split] = [off, i];
  });
  if (worst <= tolerance || split === 0 || split === samples.length - 1) return [first, last];
  return [...fewer(samples.slice(0, split + 1), tolerance).slice(0, -1), ...fewer(samples.slice(split), tolerance)];
}
