import { createTransport } from 'nodemailer';
import { ConfigError } from '#lib/config-error.ts';

const TIMEOUT_MS = 5_000;

/** Connects to the mail server, with the login of its URL, and sends nothing. Rejects if that fails. */
export async function reachMailServer(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Describes a failure by codes only, because replies of a server may repeat the login. */
export function mailServerFailure(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  return [code ?? name ?? 'unknown error', responseCode].filter((part) => part !== undefined).join(' ');
}

/** Login refused, or no encryption although the URL requires it. */
const REFUSALS = ['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS'];

/** Throws `ConfigError` if the server refused for good. Returns normally if it could only not be reached, or says that it is busy. */
export function refuseWrongMailServer(error: unknown, url: string): void {
  const { code = '', responseCode = 500 } = error as { code?: string; responseCode?: number };
  if (!REFUSALS.includes(code) || responseCode < 500) return;
  throw new ConfigError(
    `The mail server ${new URL(url).host} refused the login or the encryption: ${mailServerFailure(error)}. Check SMTP_URL.`,
    error,
  );
}
