import { drawChart, type PdfChart } from './draw-chart.ts';
import { drawFigures, type KeyFigure } from './draw-figures.ts';
import { drawTable, type PdfTable } from './draw-table.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import { ACCENT, INK_SOFT, LINE, PAGE, TEXT_WIDTH } from './pdf-style.ts';

/** What a paper shows, from top to bottom. */
export type PdfPart =
  | { heading: string }
  | { text: string; soft?: true }
  | { figures: KeyFigure[] }
  | { facts: [name: string, value: string][] }
  | { chart: PdfChart }
  | { table: PdfTable };

export type PdfDocument = {
  title: string;
  subtitle: string;
  /** Who it comes from; stands at the head of every page. */
  sender: string;
  /** At the foot of every page: when it was made. */
  made: string;
  at: Date;
  pageOf(page: number, pages: number): string;
  parts: PdfPart[];
};

/** A document as PDF. Its memory is bounded by what is drawn: lists without end have no place in it. */
export function pdfOf(paper: PdfDocument): Promise<Buffer> {
  const canvas = new PdfCanvas({ title: `${paper.title} · ${paper.subtitle}`, author: paper.sender, at: paper.at });
  canvas.paragraph(paper.title, { size: 20, weight: 'bold' });
  canvas.paragraph(paper.subtitle, { size: 11, colour: INK_SOFT });
  canvas.rule(PAGE.side, canvas.y + 8, PAGE.side + 40, canvas.y + 8, ACCENT, { width: 2.5 });
  canvas.y += 24;
  for (const part of paper.parts) draw(canvas, part);
  canvas.eachPage((page, pages) => drawEdges(canvas, paper, paper.pageOf(page, pages)));
  return canvas.finish();
}

function draw(canvas: PdfCanvas, part: PdfPart): void {
  if ('heading' in part) drawHeading(canvas, part.heading);
  else if ('text' in part) canvas.paragraph(part.text, part.soft ? { size: 9, colour: INK_SOFT } : {});
  else if ('figures' in part) drawFigures(canvas, part.figures);
  else if ('facts' in part) drawFacts(canvas, part.facts);
  else if ('chart' in part) drawChart(canvas, part.chart);
  else drawTable(canvas, part.table);
  canvas.y += 'heading' in part ? 0 : 10;
}

/** A heading is never the last on its page. */
function drawHeading(canvas: PdfCanvas, heading: string): void {
  canvas.needs(110);
  canvas.y += 6;
  canvas.paragraph(heading, { size: 13, weight: 'bold' });
  canvas.y += 4;
}

const NAME_WIDTH = 140;

function drawFacts(canvas: PdfCanvas, facts: [string, string][]): void {
  for (const [name, value] of facts) {
    canvas.needs(16);
    canvas.line(name, { x: PAGE.side, y: canvas.y, width: NAME_WIDTH - 8 }, { colour: INK_SOFT });
    canvas.paragraph(value, { x: PAGE.side + NAME_WIDTH, width: TEXT_WIDTH - NAME_WIDTH, mostLines: 4 });
    canvas.y += 3;
  }
}

function drawEdges(canvas: PdfCanvas, { sender, title, subtitle, made }: PdfDocument, page: string): void {
  const whole = { x: PAGE.side, width: TEXT_WIDTH };
  const [head, foot] = [30, PAGE.height - 40];
  canvas.line(sender, { ...whole, y: head }, { size: 9, weight: 'bold' });
  const named = { x: PAGE.side + TEXT_WIDTH / 3, width: (TEXT_WIDTH * 2) / 3, y: head };
  canvas.line(`${title} · ${subtitle}`, named, { size: 8, colour: INK_SOFT, align: 'end' });
  canvas.rule(PAGE.side, head + 16, PAGE.side + TEXT_WIDTH, head + 16, LINE);
  canvas.line(made, { ...whole, y: foot }, { size: 8, colour: INK_SOFT });
  canvas.line(page, { ...whole, y: foot }, { size: 8, colour: INK_SOFT, align: 'end' });
}
