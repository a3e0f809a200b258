import { setTimeout as wait } from 'node:timers/promises';
import { type HttpClient, httpClient } from './http-client.ts';
import type { Send, Visit, Weighted } from './visits.ts';

/** `at`, `end`: milliseconds of `performance.now()`. */
export type Failure = { kind: string; status: number; at: number; end: number; text: string };
export type Record = { ms: Map<string, number[]>; failures: Failure[]; visits: number; unsent: number };

const MOST_UNDER_WAY = 300;
const TICK_MS = 5;
const CALIBRATION_AT_ONCE = 12;
/** Maximum length of a recorded failure text. */
const TEXT = 200;

const emptyRecord = (): Record => ({ ms: new Map(), failures: [], visits: 0, unsent: 0 });

/** Sends visits to one process and records each request. */
class Target {
  readonly client: HttpClient;
  record = emptyRecord();
  underWay = 0;

  constructor(origin: string) {
    this.client = httpClient(origin);
  }

  /** `due`: when the first request should have been sent; waiting here counts. */
  async make(visit: Visit, due: number): Promise<void> {
    const { record } = this;
    let began = due;
    const send: Send = async (kind, call) => {
      const { status, body, failure } = await this.client.call(call);
      const end = performance.now();
      const text = () => body.toString();
      if (status >= 200 && status < 400) {
        const times = record.ms.get(kind) ?? [];
        record.ms.set(kind, times);
        times.push(end - began);
      } else record.failures.push({ kind, status, at: began, end, text: (failure ?? text()).slice(0, TEXT) });
      began = end;
      return { status, text };
    };
    record.visits += 1;
    this.underWay += 1;
    await visit(send);
    this.underWay -= 1;
  }
}

/** The traffic of a soak, half to each process. */
export class Load {
  readonly #targets: Target[];
  readonly #visits: Weighted[];
  readonly #total: number;
  /** True while a process should answer. Other visits to it are skipped. */
  readonly isUp: boolean[];

  constructor(origins: string[], visits: Weighted[]) {
    this.#targets = origins.map((origin) => new Target(origin));
    this.#visits = visits;
    this.#total = visits.reduce((sum, { weight }) => sum + weight, 0);
    this.isUp = origins.map(() => true);
  }

  /** Returns and clears the record of a process. */
  take(nth: number): Record {
    const target = this.#targets[nth]!;
    const { record } = target;
    target.record = emptyRecord();
    return record;
  }

  /** Makes visits as fast as the processes answer. Returns visits per second. */
  async closedLoop(ms: number): Promise<number> {
    const began = performance.now();
    let visits = 0;
    const work = async (nth: number) => {
      while (performance.now() - began < ms) {
        const visit = this.#next();
        if (visit) await this.#targets[nth % this.#targets.length]!.make(visit, performance.now());
        else await wait(TICK_MS);
        visits += visit ? 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: CALIBRATION_AT_ONCE }, (_, nth) => work(nth)));
    return (visits / (performance.now() - began)) * 1_000;
  }

  /** Starts visits at a fixed rate. Returns a function that stops it and waits for running visits. */
  openLoop(perSecond: number): () => Promise<void> {
    const began = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      for (const due = ((performance.now() - began) / 1_000) * perSecond; sent < due; sent++)
        this.#start(sent % this.#targets.length, began + (sent / perSecond) * 1_000);
    }, TICK_MS);
    return async () => {
      clearInterval(timer);
      while (this.#targets.some(({ underWay }) => underWay > 0)) await wait(TICK_MS);
    };
  }

  close(): void {
    for (const { client } of this.#targets) client.close();
  }

  #start(nth: number, due: number): void {
    const target = this.#targets[nth]!;
    if (!this.isUp[nth]) return;
    const visit = target.underWay < MOST_UNDER_WAY ? this.#next() : undefined;
    if (visit) void target.make(visit, due);
    else target.record.unsent += 1;
  }

  #next(): Visit | undefined {
    let left = Math.random() * this.#total;
    for (const { weight, visit } of this.#visits) {
      left -= weight;
      if (left < 0) return visit();
    }
    return undefined;
  }
}
