import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

export type Load = { perSecond: number; p50: number; p99: number };

const CONNECTIONS = 16;
const WARM_UP_S = 1;
const MEASURED_S = 4;

/** Returns true if wrk is installed. It takes far less CPU than a JavaScript client, so it slows the site less. */
const hasWrk = (() => {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // wrk prints its version and exits with 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
})();
export const clientName = hasWrk ? 'wrk' : 'autocannon';

/** Requests the paths in turn, by default over 16 connections. Throws on any failure, because fast errors would inflate the throughput. */
export async function load(
  origin: string,
  paths: string[],
  headers: Record<string, string> = {},
  connections = CONNECTIONS,
): Promise<Load & { requests: number }> {
  const send = hasWrk ? loadByWrk : loadByAutocannon;
  const warmUp = await send(origin, paths, headers, { seconds: WARM_UP_S, connections });
  const { failures, ...measured } = await send(origin, paths, headers, { seconds: MEASURED_S, connections });
  if (failures > 0) throw new Error(`${failures} requests of ${paths[0]} failed`);
  const requests = WARM_UP_S * warmUp.perSecond + MEASURED_S * measured.perSecond;
  return { ...measured, requests };
}

type Send = (
  origin: string,
  paths: string[],
  headers: Record<string, string>,
  size: { seconds: number; connections: number },
) => Promise<Load & { failures: number }>;

const loadByAutocannon: Send = async (origin, paths, headers, { seconds: duration, connections }) => {
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }));
  const result = await autocannon({ url: origin, connections, requests, duration });
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
};

const loadByWrk: Send = async (origin, paths, headers, { seconds, connections }) => {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-wrk-'));
  const script = join(folder, 'paths.lua');
  await writeFile(script, luaScript(paths, headers));
  try {
    const output = await outputOf('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, origin]);
    return JSON.parse(output.slice(output.lastIndexOf('{"perSecond"'))) as Load & { failures: number };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** JSON strings without control characters are Lua strings. */
function luaScript(paths: string[], headers: Record<string, string>): string {
  const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`);
  return `
    local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
    local headers = { ${fields.join(', ')} }
    local at = 0
    request = function()
      at = at % #paths + 1
      return wrk.format("GET", paths[at], headers)
    end
    done = function(summary, latency)
      local errors = summary.errors
      local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
      print(string.format('{"perSecond":%f,"p50":%f,"p99":%f,"failures":%d}', summary.requests / summary.duration * 1e6,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000, failures))
    end`;
}

function outputOf(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))));
  });
}
