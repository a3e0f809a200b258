import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { Fragment } from 'react';
import { roundScale } from '#lib/charts/round-scale.ts';

type Series = { name: string; values: number[] };

type ChartProps = {
  title: string;
  /** Subtitle, for example that the values are a sample. */
  note: string;
  kind: ChartKind;
  /** Labels of the x axis, one per value. */
  labels: string[];
  series: Series[];
  format: (value: number) => string;
  /** Header of the table's first column, and label of the button that opens the table. */
  table: { head: string; open: string };
};

const STROKES = ['stroke-link', 'stroke-action', 'stroke-verified'];
const FILLS = ['fill-link', 'fill-action', 'fill-verified'];
const GROUNDS = ['bg-link', 'bg-action', 'bg-verified'];

/**
 * A line or area chart, with the same values in a table for accessibility. Each of several series has its own plot and scale, which keeps
 * a few bookings readable next to many listings.
 */
export function Chart(props: ChartProps) {
  const { title, note, labels, series, format, kind } = props;
  return (
    <figure className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <figcaption className="grid gap-0.5">
        <h2 className="text-lg">{title}</h2>
        <p className="text-ink-soft text-sm">{note}</p>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-soft text-sm">
        {series.map(({ name, values }, row) => {
          const shapes = chartShapes(kind, values);
          const isLow = series.length > 1;
          const height = isLow ? 'h-16' : 'h-56';
          // A low plot has no room for more than its ends.
          const ticks = shapes.ticks.filter((_, at, { length }) => !isLow || at === 0 || at === length - 1);
          return (
            <Fragment key={name}>
              {isLow && <SeriesName name={name} row={row} />}
              <div className={`figures flex flex-col-reverse justify-between text-end ${height}`}>
                {ticks.map(({ value }) => (
                  <span key={value} className="-my-2.5 leading-5">
                    {format(value)}
                  </span>
                ))}
              </div>
              <Plot
                shapes={{ ...shapes, ticks }}
                row={row}
                height={height}
                describe={(at) => `${name}, ${labels[at]}: ${format(values[at] ?? 0)}`}
              />
            </Fragment>
          );
        })}
        <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
          {labels.map((label) => (
            <span key={label} className="flex justify-center whitespace-nowrap max-md:odd:invisible">
              {label}
            </span>
          ))}
        </div>
      </div>
      <FigureTable {...props} />
    </figure>
  );
}

type PlotProps = {
  shapes: ChartShapes;
  /** Which series it is, for its color. */
  row: number;
  height: string;
  /** Returns the tooltip of a value. */
  describe: (at: number) => string;
};

function Plot({ shapes: { ticks, line, area, dots }, row, height, describe }: PlotProps) {
  const stroke = STROKES[row % STROKES.length];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={`w-full overflow-visible ${height}`}
    >
      {ticks.map(({ y }) => (
        <path key={y} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {area && <path d={area} className={`${FILLS[row % FILLS.length]} opacity-30`} />}
      <g fill="none" strokeLinejoin="round" strokeLinecap="round" className={stroke}>
        <path d={line} strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
        {dots.map(({ x, y }, at) => (
          <path key={x} d={`M${x} ${y}h0`} strokeWidth={10} vectorEffect="non-scaling-stroke">
            <title>{describe(at)}</title>
          </path>
        ))}
      </g>
    </svg>
  );
}

function SeriesName({ name, row }: { name: string; row: number }) {
  return (
    <p className="col-start-2 mt-3 mb-2 flex items-center gap-2 text-ink first:mt-0">
      <span className={`size-3 rounded-full ${GROUNDS[row % GROUNDS.length]}`} />
      {name}
    </p>
  );
}

function FigureTable({ title, labels, series, format, table }: ChartProps) {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold text-link">{table.open}</summary>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {[table.head, ...series.map(({ name }) => name)].map((head) => (
              <th key={head} scope="col" className="py-1.5 text-end first:text-start">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="py-1.5 text-start font-normal">
                {label}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="figures py-1.5 text-end">
                  {format(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type ChartKind = 'line' | 'area';
type Dot = { x: number; y: number };
type ChartShapes = {
  /** Ticks of the y axis, ascending. */
  ticks: { value: number; y: number }[];
  line: string;
  /** Null in line charts. */
  area: string | null;
  dots: Dot[];
};

/** Computes the SVG paths of a series in a 100 by 100 box. */
export function chartShapes(kind: ChartKind, values: number[]): ChartShapes {
  const y = roundScale(values, [100, 0]);
  const x = scalePoint([...values.keys()], [0, 100]).padding(0.5);
  const dots = values.map((value, at): Dot => ({ x: x(at) ?? 0, y: y.at(value) }));
  return {
    ticks: y.ticks.map((value) => ({ value, y: y.at(value) })),
    line: drawLine(dots) ?? '',
    area: kind === 'area' ? drawArea(y.at(0))(dots) : null,
    dots,
  };
}

const drawLine = line<Dot>(
  ({ x }) => x,
  ({ y }) => y,
).digits(2);
const drawArea = (ground: number) =>
  area<Dot>(
    ({ x }) => x,
    () => ground,
    ({ y }) => y,
  ).digits(2);
