/** Messages of the database's client, which have no code and quote nothing. */
const PLAIN =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|The database does not respond)/;
/** Refused and broken connections, and a database that starts or shuts down. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006'];
const MAX_LENGTH = 80;

/** Type and code of an error, and the rule of the database that it broke. Messages may quote personal data; they are in the log only. */
export function errorCode(error: unknown): string {
  const { code, name, message, constraint } = (error ?? {}) as Record<string, unknown>;
  const [plain] = (typeof message === 'string' && PLAIN.exec(message)) || [];
  if (plain !== undefined) return plain;
  const parts = [name, code, constraint].filter((part) => typeof part === 'string' && part !== '');
  return parts.join(' ').slice(0, MAX_LENGTH) || 'unknown';
}

/** Whether an error only says that the database does not answer. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  return AWAY_CODES.includes(String(code)) || (typeof message === 'string' && PLAIN.test(message));
}
