import { drawChart, type PdfChart } from './draw-chart.ts';
import { drawFigures, fitting, type KeyFigure } from './draw-figures.ts';
import { drawQr, drawSignature, type PdfQr, type PdfSignature } from './draw-marks.ts';
import { drawTable, type PdfTable } from './draw-table.ts';
import { PdfCanvas } from './pdf-canvas.ts';
import { ACCENT, INK_SOFT, LINE, PAGE, TEXT_WIDTH } from './pdf-style.ts';

/** A text, or several that each begin on a new line, such as an address. */
export type PdfFact = [name: string, value: string | readonly string[]];

/** The parts of a document, from top to bottom. */
export type PdfPart =
  | { heading: string }
  | { text: string; soft?: true }
  | { figures: KeyFigure[] }
  | { facts: PdfFact[] }
  | { chart: PdfChart }
  | { table: PdfTable }
  | { qr: PdfQr }
  | { signature: PdfSignature }
  /** Parts that stay on one page, if they fit on one. */
  | { together: PdfPart[] };

type PdfDocument = {
  /** BCP 47 */
  lang: string;
  title: string;
  subtitle: string;
  /** Sender, in the header of every page. */
  sender: string;
  /** Creation note, in the footer of every page. */
  made: string;
  at: Date;
  /** For the metadata of the file. */
  keywords?: string;
  pageOf(page: number, pages: number): string;
  parts: PdfPart[];
};

/** Renders a document as PDF in memory, so its size must be bounded. */
export function pdfOf(document: PdfDocument): Promise<Buffer> {
  const canvas = new PdfCanvas({
    title: `${document.title} · ${document.subtitle}`,
    author: document.sender,
    at: document.at,
    lang: document.lang,
    ...(document.keywords !== undefined && { keywords: document.keywords }),
  });
  canvas.paragraph(document.title, { size: 20, weight: 'bold' });
  canvas.paragraph(document.subtitle, { size: 11, color: INK_SOFT });
  canvas.rule(PAGE.side, canvas.y + 8, PAGE.side + 40, canvas.y + 8, ACCENT, { width: 2.5 });
  canvas.y += 24;
  for (const part of document.parts) draw(canvas, part);
  canvas.eachPage((page, pages) => drawEdges(canvas, document, document.pageOf(page, pages)));
  return canvas.finish();
}

function draw(canvas: PdfCanvas, part: PdfPart): void {
  if ('heading' in part) drawHeading(canvas, part.heading);
  else if ('text' in part) canvas.paragraph(part.text, part.soft ? { size: 9, color: INK_SOFT } : {});
  else if ('figures' in part) drawFigures(canvas, part.figures);
  else if ('facts' in part) drawFacts(canvas, part.facts);
  else if ('chart' in part) drawChart(canvas, part.chart);
  else if ('table' in part) drawTable(canvas, part.table);
  else if ('together' in part) drawTogether(canvas, part.together);
  else if ('signature' in part) drawSignature(canvas, part.signature);
  else drawQr(canvas, part.qr);
  canvas.y += 'heading' in part || 'together' in part ? 0 : 10;
}

/** If the parts do not fit on one page, the later ones stay together. */
function drawTogether(canvas: PdfCanvas, parts: PdfPart[]): void {
  const [first, ...rest] = parts;
  if (!first) return;
  const all = () => {
    for (const part of parts) draw(canvas, part);
  };
  const height = canvas.heightOf(all);
  if (height > PAGE.height - PAGE.top - PAGE.bottom) {
    draw(canvas, first);
    drawTogether(canvas, rest);
    return;
  }
  canvas.needs(height);
  all();
}

/** Draws a heading. Starts a new page if there is no room for text below it. */
function drawHeading(canvas: PdfCanvas, heading: string): void {
  canvas.needs(110);
  canvas.y += 6;
  canvas.paragraph(heading, { size: 13, weight: 'bold' });
  canvas.y += 4;
}

const NAME_WIDTH = 140;

function drawFacts(canvas: PdfCanvas, facts: PdfFact[]): void {
  for (const [name, value] of facts) {
    for (const [at, text] of [value].flat().entries()) {
      const drawText = () => canvas.paragraph(text, { x: PAGE.side + NAME_WIDTH, width: TEXT_WIDTH - NAME_WIDTH });
      // A text such as a car with its VIN is not split between pages.
      canvas.needs(Math.max(16, canvas.heightOf(drawText)));
      if (at === 0) canvas.line(name, { x: PAGE.side, y: canvas.y, width: NAME_WIDTH - 8 }, { color: INK_SOFT });
      drawText();
    }
    canvas.y += 3;
  }
}

/** Between sender and title, in points; without it they are drawn on two lines. */
const EDGE_GAP = 16;

function drawEdges(canvas: PdfCanvas, { sender, title, subtitle, made }: PdfDocument, page: string): void {
  const whole = { x: PAGE.side, width: TEXT_WIDTH };
  const [head, foot] = [30, PAGE.height - 40];
  const bold = { size: 9, weight: 'bold' } as const;
  const soft = { size: 8, color: INK_SOFT } as const;
  const named = `${title} · ${subtitle}`;
  const isNarrow = canvas.widthOf(sender, bold) + EDGE_GAP + canvas.widthOf(named, soft) <= TEXT_WIDTH;
  canvas.line(sender, { ...whole, y: isNarrow ? head : head - 11 }, fitting(canvas, sender, TEXT_WIDTH, bold));
  canvas.line(named, { ...whole, y: isNarrow ? head : head + 2 }, { ...soft, align: 'end' });
  canvas.rule(PAGE.side, head + 16, PAGE.side + TEXT_WIDTH, head + 16, LINE);
  canvas.line(made, { ...whole, y: foot }, { size: 8, color: INK_SOFT });
  canvas.line(page, { ...whole, y: foot }, { size: 8, color: INK_SOFT, align: 'end' });
}
