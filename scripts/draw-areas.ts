/** `npm run areas`: draws docs/areas.svg, which area of src/features imports which, from the imports. */
import { writeFileSync } from 'node:fs';
import { AREAS } from '../tests/structure/import-rule.ts';
import { importsOf, sourceFiles } from '../tests/structure/module-graph.ts';

const CELL = 36;
const MARGIN = 16;
const LABEL_WIDTH = 130;
/** The fewest importing files of each shade. */
const SHADES = [1, 10, 50];

const areaOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? '';

/** Returns for each pair of areas, as `from to`, how many files of the first import the second. */
function countImports(): Map<string, number> {
  const files = new Map<string, Set<string>>();
  const sources = sourceFiles(['src/features']).filter((path) => !/\.test\.tsx?$/.test(path));
  for (const { from, to } of sources.flatMap(importsOf)) {
    const [own, other] = [areaOf(from), areaOf(to)];
    if (other === '' || own === other) continue;
    const pair = `${own} ${other}`;
    files.set(pair, (files.get(pair) ?? new Set()).add(from));
  }
  return new Map([...files].map(([pair, { size }]) => [pair, size]));
}

function cell(row: number, column: number, style: string, title: string): string {
  const [x, y] = [MARGIN + column * CELL, MARGIN + row * CELL];
  return `<rect class="${style}" x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" rx="4"><title>${title}</title></rect>`;
}

/** A staircase: each area is at the end of its row, and the cells to its left are the areas it imports. */
export function areasPicture(): string {
  const counts = countImports();
  const cells = AREAS.flatMap((area, row) => {
    const imports = AREAS.flatMap((other, column) => {
      const count = counts.get(`${area} ${other}`) ?? 0;
      const shade = SHADES.filter((least) => count >= least).length;
      if (shade > 0) return [cell(row, column, `s${shade}`, `${area} imports ${other}`)];
      return column < row ? [cell(row, column, 'none', `${area} does not import ${other}`)] : [];
    });
    const [x, y] = [MARGIN + row * CELL, MARGIN + row * CELL];
    const label = `<text x="${x + CELL + 8}" y="${y + CELL / 2 + 4}">${area}</text>`;
    return [...imports, cell(row, row, 'area', area), label];
  });
  const legendY = MARGIN * 2 + AREAS.length * CELL;
  const legend = SHADES.map((least, at) => {
    const x = MARGIN + at * 88;
    const most = SHADES[at + 1];
    return `<rect class="s${at + 1}" x="${x}" y="${legendY}" width="14" height="14" rx="3"/><text x="${x + 20}" y="${legendY + 12}">${most ? `${least}–${most - 1}` : `${least} or more`}</text>`;
  });
  const [width, height] = [MARGIN * 2 + AREAS.length * CELL + LABEL_WIDTH, legendY + 14 + MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Which area imports which, and by how many files</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1f2937 }
.area { fill: #1f2937 } .none { fill: none; stroke: #d1d5db }
.s1 { fill: #dbeafe } .s2 { fill: #93c5fd } .s3 { fill: #2563eb }
@media (prefers-color-scheme: dark) {
text { fill: #e5e7eb }
.area { fill: #e5e7eb } .none { stroke: #4b5563 }
.s1 { fill: #1e3a5f } .s2 { fill: #1d4ed8 } .s3 { fill: #93c5fd }
}
</style>
${[...cells, ...legend].join('\n')}
</svg>
`;
}

if (import.meta.main) writeFileSync('docs/areas.svg', areasPicture());
