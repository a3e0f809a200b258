import { roundScale } from '../../charts/round-scale.ts';
import type { PdfCanvas } from './pdf-canvas.ts';
import { INK_SOFT, LINE, PAGE, SERIES, TEXT_WIDTH } from './pdf-style.ts';

export type PdfChart = {
  kind: 'bars' | 'lines';
  title: string;
  /** Labels of the x axis, one per value. A series may be shorter. */
  labels: string[];
  /** At most two; the second is the comparison. */
  series: { name: string; values: number[] }[];
  /** Formats a value of the y axis. */
  write(value: number): string;
};

const HEIGHT = 130;
const SCALE_WIDTH = 52;
const SMALL = { size: 8, color: INK_SOFT } as const;
const MIN_LABEL_GAP = 6;
const BARS_SHARE = 0.7;

type Frame = {
  x: number;
  width: number;
  /** Width per label. */
  room: number;
  /** Returns the x position of a value. */
  at(index: number): number;
  /** Returns the y position of a value. */
  up(value: number): number;
  zero: number;
};

/** Draws a chart with its legend as vector paths. The document has the same values in a table. */
export function drawChart(canvas: PdfCanvas, chart: PdfChart): void {
  canvas.needs(HEIGHT + 60);
  canvas.line(chart.title, { x: PAGE.side, y: canvas.y, width: TEXT_WIDTH }, { size: 10, weight: 'bold' });
  drawLegend(canvas, chart);
  canvas.y += 34;
  const frame = drawScale(canvas, chart);
  for (const [at, { values }] of [...chart.series.entries()].reverse()) {
    if (chart.kind === 'lines') drawLine(canvas, frame, values, at);
    else drawBars(canvas, frame, values, at, chart.series.length);
  }
  drawLabels(canvas, frame, chart.labels);
  canvas.y += HEIGHT + 26;
}

function drawLegend(canvas: PdfCanvas, { series }: PdfChart): void {
  let x = PAGE.side;
  const y = canvas.y + 17;
  for (const [at, { name }] of series.entries()) {
    canvas.box(x, y + 1, 12, 7, at === 0 ? colorOf(at) : null, colorOf(at));
    canvas.line(name, { x: x + 17, y }, SMALL);
    x += 17 + canvas.widthOf(name, SMALL) + 18;
  }
}

function drawScale(canvas: PdfCanvas, { series, labels, write }: PdfChart): Frame {
  const { ticks, at: up } = roundScale(
    series.flatMap(({ values }) => values),
    [canvas.y + HEIGHT, canvas.y],
  );
  const x = PAGE.side + SCALE_WIDTH;
  const width = TEXT_WIDTH - SCALE_WIDTH;
  for (const tick of ticks) {
    canvas.rule(x, up(tick), x + width, up(tick), tick === 0 ? INK_SOFT : LINE);
    const place = { x: PAGE.side, y: up(tick) - 5, width: SCALE_WIDTH - 6 };
    canvas.line(write(tick), place, { ...SMALL, align: 'end' });
  }
  return {
    x,
    width,
    room: width / labels.length,
    at: (index) => x + ((index + 0.5) / labels.length) * width,
    up,
    zero: up(0),
  };
}

function drawLine(canvas: PdfCanvas, { at, up }: Frame, values: number[], series: number): void {
  const points = values.map((value, index): [number, number] => [at(index), up(value)]);
  const compared = series > 0;
  canvas.path(points, colorOf(series), { width: compared ? 1 : 1.75, dash: compared });
  if (compared) return;
  for (const [x, y] of points) canvas.box(x - 1.75, y - 1.75, 3.5, 3.5, colorOf(series));
}

function drawBars(canvas: PdfCanvas, frame: Frame, values: number[], series: number, count: number): void {
  const width = (frame.room * BARS_SHARE) / count;
  for (const [index, value] of values.entries()) {
    if (value === 0) continue;
    const left = frame.at(index) + (series - count / 2) * width;
    const top = Math.min(frame.up(value), frame.zero);
    const height = Math.abs(frame.up(value) - frame.zero);
    canvas.box(left, top, width, height, series === 0 ? colorOf(series) : null, colorOf(series));
  }
}

/** Draws as many labels as fit, at even steps. */
function drawLabels(canvas: PdfCanvas, { at, width }: Frame, labels: string[]): void {
  const widest = Math.max(...labels.map((label) => canvas.widthOf(label, SMALL))) + MIN_LABEL_GAP;
  const step = Math.max(1, Math.ceil((widest * labels.length) / width));
  for (const [index, label] of labels.entries()) {
    if (index % step > 0) continue;
    const place = { x: at(index) - widest, y: canvas.y + HEIGHT + 5, width: 2 * widest };
    canvas.line(label, place, { ...SMALL, align: 'middle' });
  }
}

function colorOf(series: number): string {
  return SERIES[series] ?? SERIES[0];
}
