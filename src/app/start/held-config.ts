import type { Config } from '#lib/server/config/config.ts';

/**
 * Settings of a site that serves a held copy: without bucket, mail server, payment provider, other services and backups. The copy must
 * not send, charge or refund what the original already did, delete files of the live bucket, or write among its backups.
 */
export function heldConfig(config: Config): Config {
  return {
    ...config,
    s3: undefined,
    smtpUrl: undefined,
    payments: { ...config.payments, stripe: undefined },
    contactTransport: 'own',
    exchangeRatesUrl: undefined,
    tracing: undefined,
    backup: undefined,
  };
}
