import { type ChartKind, type ChartShapes, chartShapes } from './chart-shapes.ts';

export type Series = { name: string; values: number[] };

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

/** A line chart or stacked area chart, with the same values in a table for accessibility. */
export function Chart(props: ChartProps) {
  const { title, note, labels, series, format, kind } = props;
  const shapes = chartShapes(
    kind,
    series.map(({ values }) => values),
  );
  const describe = (row: number, at: number) =>
    `${series[row]?.name}, ${labels[at]}: ${format(series[row]?.values[at] ?? 0)}`;
  return (
    <figure className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <figcaption className="grid gap-0.5">
        <h2 className="text-lg">{title}</h2>
        <p className="text-ink-soft text-sm">{note}</p>
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-soft text-sm">
        <div className="figures flex h-56 flex-col-reverse justify-between text-end">
          {shapes.ticks.map(({ value }) => (
            <span key={value} className="-my-2.5 leading-5">
              {format(value)}
            </span>
          ))}
        </div>
        <Plot shapes={shapes} describe={describe} />
        <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
          {labels.map((label) => (
            <span key={label} className="flex justify-center whitespace-nowrap max-md:odd:invisible">
              {label}
            </span>
          ))}
        </div>
      </div>
      {series.length > 1 && <Legend series={series} />}
      <FigureTable {...props} />
    </figure>
  );
}

type PlotProps = {
  shapes: ChartShapes;
  /** Returns the tooltip of a value. */
  describe: (row: number, at: number) => string;
};

function Plot({ shapes: { ticks, rows }, describe }: PlotProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="h-56 w-full overflow-visible">
      {ticks.map(({ y }) => (
        <path key={y} d={`M0 ${y}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {rows.map(({ area }, row) => area && <path key={FILLS[row]} d={area} className={`${FILLS[row]} opacity-30`} />)}
      {rows.map(({ line, dots }, row) => (
        <g key={STROKES[row]} fill="none" strokeLinejoin="round" strokeLinecap="round" className={STROKES[row]}>
          <path d={line} strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
          {dots.map(({ x, y }, at) => (
            <path key={x} d={`M${x} ${y}h0`} strokeWidth={10} vectorEffect="non-scaling-stroke">
              <title>{describe(row, at)}</title>
            </path>
          ))}
        </g>
      ))}
    </svg>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {series.map(({ name }, at) => (
        <li key={name} className="flex items-center gap-2">
          <span className={`size-3 rounded-full ${GROUNDS[at % GROUNDS.length]}`} />
          {name}
        </li>
      ))}
    </ul>
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
