import { scalePoint } from 'd3-scale';
import { area, line, stack } from 'd3-shape';
import { roundScale } from '#lib/charts/round-scale.ts';

export type ChartKind = 'line' | 'area';
export type Dot = { x: number; y: number };
export type ChartShapes = {
  /** Ticks of the y axis, ascending. */
  ticks: { value: number; y: number }[];
  /** Line, area and points of each row. `area` is null in line charts. */
  rows: { line: string; area: string | null; dots: Dot[] }[];
};

type Span = { x: number; low: number; high: number };

/** Computes the SVG paths of a chart in a 100 by 100 box. Areas are stacked. */
export function chartShapes(kind: ChartKind, rows: number[][]): ChartShapes {
  const columns = [...(rows[0] ?? []).keys()];
  const spans =
    kind === 'area' ? stacked(rows, columns) : rows.map((values) => values.map((value) => [0, value] as const));
  const y = roundScale(spans.flat(2), [100, 0]);
  const x = scalePoint(columns, [0, 100]).padding(0.5);
  return {
    ticks: y.ticks.map((value) => ({ value, y: y.at(value) })),
    rows: spans.map((row) => {
      const points = row.map(([low, high], at): Span => ({ x: x(at) ?? 0, low: y.at(low), high: y.at(high) }));
      return {
        line: drawLine(points) ?? '',
        area: kind === 'area' ? drawArea(points) : null,
        dots: points.map((point) => ({ x: point.x, y: point.high })),
      };
    }),
  };
}

const drawLine = line<Span>(
  ({ x }) => x,
  ({ high }) => high,
).digits(2);
const drawArea = area<Span>(
  ({ x }) => x,
  ({ low }) => low,
  ({ high }) => high,
).digits(2);

function stacked(rows: number[][], columns: number[]) {
  const sums = stack<unknown, number, number>()
    .keys(rows.keys())
    .value((column, row) => rows[row]?.[column] ?? 0);
  return sums(columns).map((row) => row.map(([low, high]) => [low, high] as const));
}
