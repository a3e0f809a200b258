import type { WriteStream } from 'node:tty';
import { plainNumber } from '#lib/plain-text.ts';

export type Progress = { rows: number; share: number };

const WIDTH = 30;
const LINE_EVERY_ROWS = 10_000;
const DRAW_EVERY_MS = 100;

/** Redraws a bar in place on a terminal; prints a line per 10,000 rows to any other stream. */
export class ProgressBar {
  readonly #out: WriteStream;
  readonly #startedAt = performance.now();
  #drawnAt = 0;
  #nextLine = LINE_EVERY_ROWS;
  #drawn = false;

  constructor(out: WriteStream) {
    this.#out = out;
  }

  show({ rows, share }: Progress): void {
    if (this.#out.isTTY) this.#draw(rows, share);
    else this.#line(rows);
  }

  end(): void {
    if (this.#drawn) this.#out.write('\n');
    this.#drawn = false;
  }

  #draw(rows: number, share: number): void {
    const now = performance.now();
    if (share < 1 && now - this.#drawnAt < DRAW_EVERY_MS) return;
    this.#drawnAt = now;
    this.#drawn = true;
    const full = Math.round(share * WIDTH);
    const perSecond = Math.round(rows / Math.max(0.001, (now - this.#startedAt) / 1000));
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
    this.#out.write(
      `\r${bar} ${Math.round(share * 100)} %  ${plainNumber(rows)} rows  ${plainNumber(perSecond)} rows/s\u001b[K`,
    );
  }

  #line(rows: number): void {
    if (rows < this.#nextLine) return;
    this.#nextLine = (Math.floor(rows / LINE_EVERY_ROWS) + 1) * LINE_EVERY_ROWS;
    this.#out.write(`${plainNumber(rows)} rows read\n`);
  }
}
