import type { HostileRequest } from './hostile-requests.ts';

export type FuzzAnswer = { status: number; headers: Record<string, string>; text: string };

/** Texts that an error must not contain: stack traces, SQL, names of constraints, modules and folders. */
const LEAKS = [
  /\n\s+at /,
  /node_modules|file:\/\/|node:internal/,
  /\.[cm]?[jt]sx?:\d+/,
  /\/(build|src|home|work|tmp)\//,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bdelete from\b/i,
  /syntax error|violates|relation "|column "|duplicate key|invalid input syntax|pg_|SQLSTATE/i,
  /ECONNREFUSED|ENOENT|EACCES|ENOTDIR|EISDIR/,
  /TypeError|RangeError|ZodError|Cannot read propert/,
];

/**
 * Returns the problem of an answer to a hostile request, or null: a server error, a leak, or an error without our body.
 * Pages may echo the request, so only errors are searched for leaks.
 */
export function problemOf({ method, path }: HostileRequest, { status, headers, text }: FuzzAnswer): string | null {
  if (status >= 500 || status === 0) return `status ${status}`;
  if (status < 400) return null;
  const leak = LEAKS.find((pattern) => pattern.test(text));
  if (leak) return `leak of ${leak}`;
  if (method === 'HEAD' || !path.startsWith('/api/') || headers['content-type']?.startsWith('text/html')) return null;
  return isErrorBody(text) ? null : 'an error without our body';
}

function isErrorBody(text: string): boolean {
  try {
    const { flag, code, message, requestId } = JSON.parse(text);
    return flag === '0' && [code, message, requestId].every((part) => typeof part === 'string');
  } catch {
    return false;
  }
}

/** One line that lets a person repeat the request. */
export function describe({ caller, method, path, type, body }: HostileRequest, { status, text }: FuzzAnswer): string {
  const sent = body === undefined ? '' : ` ${type ?? 'no type'} ${JSON.stringify(String(body).slice(0, 600))}`;
  return `${caller}: ${method} ${path.slice(0, 400)}${sent} → ${status} ${text.slice(0, 300)}`;
}
