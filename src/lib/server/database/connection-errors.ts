const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const CLIENT_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Returns why no connection was available or why the connection broke; null for all other errors. */
export function connectionProblem(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && NETWORK_CODES.test(code)) return code;
  return (typeof message === 'string' && CLIENT_MESSAGES.exec(message)?.[0]) || null;
}
