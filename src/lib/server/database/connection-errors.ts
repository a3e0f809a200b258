const ON_THE_WAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const OF_THE_CLIENT =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Why no connection was free, none could be made or the one in use broke; null for every other error. */
export function connectionProblem(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && ON_THE_WAY.test(code)) return code;
  return (typeof message === 'string' && OF_THE_CLIENT.exec(message)?.[0]) || null;
}
