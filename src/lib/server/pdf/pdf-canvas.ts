import PDFDocument from 'pdfkit';
import { skipMissingAnchors } from './missing-anchors.ts';
import { FONTS, fontBytes, type Weight } from './pdf-fonts.ts';
import { INK, PAGE, TEXT_WIDTH } from './pdf-style.ts';
import { drawable, type TextRun, textRuns, wrapText } from './text-runs.ts';

export type TextStyle = { size?: number; weight?: Weight; color?: string; align?: 'start' | 'end' | 'middle' };
type Place = { x: number; y: number; width?: number };

/** Parts of fontkit's font that the types of pdfkit lack. `_glyphs` caches glyphs with the characters that first used them. */
type Glyphs = { hasGlyphForCodePoint(codePoint: number): boolean; _glyphs: object };
/** Parts of pdfkit's font that its types lack. `widths` are of its glyphs, in thousandths of the font size. */
type Embedded = { font: Glyphs; widths: number[]; scale: number };

/** Fonts that a document of this process has used. Reading a font's tables costs as much as drawing a page. */
const opened = new Map<string, Glyphs>();

const LEADING = 1.35;
const ASCENT = 0.95;
/** Maximum length of a text that is measured before wrapping. */
const MAX_LINE_LENGTH = 200;
const MAX_WIDTHS = 5_000;
/** Tabular figures, so that numbers align in columns. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern'];

/** Draws text and lines on pages from top to bottom. It supports no files, links or markup. */
export class PdfCanvas {
  readonly #doc: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #glyphs = new Map<string, Glyphs>();
  readonly #fontOf = new Map<string, string>();
  readonly #widths = new Map<string, number>();
  #isMeasuring = false;
  y = PAGE.top;

  constructor(info: { title: string; author: string; at: Date; lang: string; keywords?: string }) {
    this.#doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      lang: info.lang,
      displayTitle: true,
      info: {
        Title: drawable(info.title),
        Author: info.author,
        ...(info.keywords !== undefined && { Keywords: info.keywords }),
        CreationDate: info.at,
        ModDate: info.at,
      },
    });
    this.#bytes = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      this.#doc.on('data', (chunk) => chunks.push(chunk));
      this.#doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.#doc.on('error', reject);
    });
  }

  get pages(): number {
    return this.#doc.bufferedPageRange().count;
  }

  newPage(): void {
    this.#doc.addPage();
    this.y = PAGE.top;
  }

  /** Starts a new page if less than `height` remains. Returns whether it did. */
  needs(height: number): boolean {
    if (this.#isMeasuring || this.y + height <= PAGE.height - PAGE.bottom) return false;
    this.newPage();
    return true;
  }

  /** Returns how far `draw` moves y, without drawing anything. */
  heightOf(draw: () => void): number {
    const top = this.y;
    const wasMeasuring = this.#isMeasuring;
    this.#isMeasuring = true;
    draw();
    const height = this.y - top;
    this.#isMeasuring = wasMeasuring;
    this.y = top;
    return height;
  }

  /** Calls `draw` for every page, after all pages exist. */
  eachPage(draw: (page: number, pages: number) => void): void {
    const count = this.pages;
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page);
      draw(page + 1, count);
    }
  }

  widthOf(text: string, { size = 10, weight = 'regular' }: TextStyle = {}): number {
    return this.#runs(text, weight).reduce((width, run) => width + this.#widthOfRun(run), 0) * size;
  }

  /** Wraps text to lines of a width. */
  linesOf(text: string, width: number, style: TextStyle = {}, mostLines?: number): string[] {
    const whole = drawable(text);
    if (whole.length < MAX_LINE_LENGTH && this.widthOf(whole, style) <= width)
      return whole.trim() === '' ? [] : [whole.trimEnd()];
    return wrapText(whole, width, (piece) => this.widthOf(piece, style), mostLines);
  }

  /** Draws one line with its top at y. With a width, the line is aligned in it and truncated to it. */
  line(text: string, { x, y, width }: Place, style: TextStyle = {}): void {
    if (this.#isMeasuring) return;
    const { size = 10, weight = 'regular', color = INK, align = 'start' } = style;
    const fits = width === undefined ? drawable(text) : (this.linesOf(text, width, style, 1)[0] ?? '');
    const room = (width ?? 0) - (align === 'start' ? 0 : this.widthOf(fits, style));
    let from = x + (align === 'end' ? room : align === 'middle' ? room / 2 : 0);
    for (const run of this.#runs(fits, weight)) {
      this.#doc.font(run.font).fontSize(size).fillColor(color);
      const options = { lineBreak: false, features: FEATURES } as const;
      this.#doc.text(run.text, from, y + size * ASCENT, { ...options, baseline: 'alphabetic' });
      from += this.#widthOfRun(run) * size;
    }
  }

  /** Draws wrapped text and moves y below it. */
  paragraph(text: string, style: TextStyle & { x?: number; width?: number; mostLines?: number } = {}): void {
    const { size = 10, x = PAGE.side, width = TEXT_WIDTH, mostLines, ...rest } = style;
    for (const line of this.linesOf(text, width, { size, ...rest }, mostLines)) {
      this.needs(size * LEADING);
      this.line(line, { x, y: this.y, width }, { size, ...rest });
      this.y += size * LEADING;
    }
  }

  rule(x1: number, y1: number, x2: number, y2: number, color: string, { width = 0.75, dash = false } = {}): void {
    if (this.#isMeasuring) return;
    this.#doc.save().lineWidth(width).strokeColor(color);
    if (dash) this.#doc.dash(3, { space: 2 });
    this.#doc.moveTo(x1, y1).lineTo(x2, y2).stroke().restore();
  }

  box(x: number, y: number, width: number, height: number, fill: string | null, stroke?: string): void {
    if (this.#isMeasuring) return;
    this.#doc.save().lineWidth(0.75).rect(x, y, width, height);
    if (fill !== null && stroke !== undefined) this.#doc.fillAndStroke(fill, stroke);
    else if (fill !== null) this.#doc.fill(fill);
    else this.#doc.stroke(stroke ?? INK);
    this.#doc.restore();
  }

  path(points: [x: number, y: number][], color: string, { width = 1.5, dash = false } = {}): void {
    if (this.#isMeasuring) return;
    this.#doc.save().lineWidth(width).lineJoin('round').strokeColor(color);
    if (dash) this.#doc.dash(3, { space: 2 });
    for (const [at, [x, y]] of points.entries()) at === 0 ? this.#doc.moveTo(x, y) : this.#doc.lineTo(x, y);
    this.#doc.stroke().restore();
  }

  /** Fills the true squares of a grid as one shape, so that no gaps show between them. */
  squares(rows: boolean[][], { x, y, size }: { x: number; y: number; size: number }, color: string): void {
    if (this.#isMeasuring) return;
    this.#doc.save();
    for (const [row, cells] of rows.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) this.#doc.rect(x + column * size, y + row * size, size, size);
    this.#doc.fill(color).restore();
  }

  finish(): Promise<Buffer> {
    this.#doc.end();
    return this.#bytes;
  }

  /** Returns the width at font size 1. Cached, because text layout is slow and tables repeat texts. */
  #widthOfRun({ text, font }: TextRun): number {
    const key = `${font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#doc.font(font).fontSize(1).widthOfString(text, { features: FEATURES });
      if (this.#widths.size >= MAX_WIDTHS) this.#widths.clear();
      this.#widths.set(key, width);
    }
    return width;
  }

  #runs(text: string, weight: Weight) {
    return textRuns(text, (character) => this.#fontFor(character, weight));
  }

  /**
   * Returns the first font that has a letter with all its marks, else the first that has the letter; the second font if none does, which
   * draws an empty box.
   */
  #fontFor(character: string, weight: Weight): string {
    const key = `${weight} ${character}`;
    let font = this.#fontOf.get(key);
    if (font === undefined) {
      const fonts = FONTS[weight];
      const codes = Array.from(character, (each) => each.codePointAt(0) ?? 0);
      const having = (wanted: number[]) =>
        fonts.find((each) => wanted.every((code) => this.#glyphsOf(each).hasGlyphForCodePoint(code)));
      font = (having(codes) ?? having(codes.slice(0, 1)) ?? fonts[1])?.name ?? '';
      this.#fontOf.set(key, font);
    }
    return font;
  }

  #glyphsOf(file: (typeof FONTS)[Weight][number]): Glyphs {
    let glyphs = this.#glyphs.get(file.name);
    if (!glyphs) {
      const known = opened.get(file.name);
      // Otherwise characters that share a glyph, such as two kinds of hyphens, could be extracted as those of another document.
      if (known) known._glyphs = {};
      this.#doc.registerFont(file.name, (known as unknown as Buffer | undefined) ?? fontBytes(file)).font(file.name);
      const embedded = (this.#doc as unknown as { _font: Embedded })._font;
      // pdfkit does not scale the width of the empty box, so that the text after it would overlap it.
      embedded.widths[0] = (embedded.widths[0] ?? 0) * embedded.scale;
      glyphs = known ?? embedded.font;
      skipMissingAnchors(glyphs);
      opened.set(file.name, glyphs);
      this.#glyphs.set(file.name, glyphs);
    }
    return glyphs;
  }
}
