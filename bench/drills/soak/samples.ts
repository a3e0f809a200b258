import { appendFileSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { processorMs } from '../../processes.ts';
import { ask } from '../raw-postgres.ts';

const EVERY_MS = 10_000;
const ESTABLISHED = '01';
const ASK_MS = 2_000;

export type Sample = {
  second: number;
  rssMb: number;
  heapUsedMb: number;
  externalMb: number;
  lagP99Ms: number;
  /** Open files and sockets, without database connections. */
  files: number;
  databaseSockets: number;
  /** Connections of all processes as the database counts them; null while it is down. */
  serverConnections: number | null;
  processorMs: number;
  load: number;
};

type Watched = { pid: number; metricsPort: number; databasePort: number; ownerUrl: string };

/** Resident memory of a process in MB. Linux only. */
export const rssMbOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Open files of a process, and how many of them are connections to a port. Linux only. */
export function filesOf(pid: number, port: number): { files: number; sockets: number } {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = new Set(
    readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote = '', state]) => remote.endsWith(`:${hex}`) && state === ESTABLISHED)
      .map((fields) => `socket:[${fields[9]}]`),
  );
  const open = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      // The file was closed meanwhile.
      return [];
    }
  });
  const sockets = open.filter((target) => inodes.has(target)).length;
  return { files: open.length - sockets, sockets };
}

/** Connections of the site's processes as the database sees them. */
export async function serverConnections(ownerUrl: string): Promise<number> {
  const sql =
    "select count(*)::int as n from pg_stat_activity where application_name = 'carquay' and usename <> current_user";
  const [row] = await ask<{ n: number }>(ownerUrl, sql, ASK_MS);
  return row?.n ?? 0;
}

export async function takeSample(
  { pid, metricsPort, databasePort, ownerUrl }: Watched,
  second: number,
): Promise<Sample> {
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    .then((response) => response.text())
    .catch(() => '');
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
  const { files, sockets } = filesOf(pid, databasePort);
  return {
    second,
    rssMb: rssMbOf(pid),
    heapUsedMb: metric('nodejs_heap_size_used_bytes') / 2 ** 20,
    externalMb: metric('nodejs_external_memory_bytes') / 2 ** 20,
    lagP99Ms: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
    files,
    databaseSockets: sockets,
    serverConnections: await serverConnections(ownerUrl).catch(() => null),
    processorMs: processorMs(pid),
    load: loadavg()[0] ?? 0,
  };
}

/** Takes a sample every 10 s and writes it to a CSV file. Returns a function that stops and returns all samples. */
export function startSampling(watched: Watched, file: string): () => Promise<Sample[]> {
  const samples: Sample[] = [];
  const stop = new AbortController();
  const began = performance.now();
  const sampling = (async () => {
    for (let nth = 0; !stop.signal.aborted; nth++) {
      const sample = await takeSample(watched, Math.round((performance.now() - began) / 1_000));
      if (samples.length === 0) writeFileSync(file, `${Object.keys(sample).join()}\n`);
      samples.push(sample);
      appendFileSync(file, `${Object.values(sample).map(csvValue).join()}\n`);
      const next = began + (nth + 1) * EVERY_MS - performance.now();
      await wait(Math.max(0, next), undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await sampling;
    return samples;
  };
}

const csvValue = (value: number | null) => (value === null ? '' : String(Math.round(value * 10) / 10));
