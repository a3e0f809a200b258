import { expect, test } from 'vitest';
import { readConfig, refuseUnchosenPayments, unsafeSettings } from './config.ts';

const DATABASE_URL = 'postgres://site@db.internal/carquay';
const REAL = {
  DATABASE_URL,
  PUBLIC_URL: 'https://cars.example',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  ENCRYPTION_KEY: `${'A'.repeat(43)}=`,
  DOCUMENT_KEYS: `${'A'.repeat(43)}=`,
};
const warnings = (environment: Record<string, string>) => unsafeSettings(readConfig(environment));

test('warns about each trial setting of a site with an external database', () => {
  expect(warnings({ DATABASE_URL, DEMO_LISTINGS: '4200' })).toEqual([
    expect.stringMatching(/^Warning: PAYMENTS is simulated: .+ Set PAYMENTS=stripe/),
    expect.stringMatching(/^Warning: DEMO_LISTINGS is 4200: .+ Set DEMO_LISTINGS=0/),
    expect.stringMatching(/^Warning: PUBLIC_URL is not set: /),
    expect.stringMatching(/^Warning: ENCRYPTION_KEY is not set: /),
    expect.stringMatching(/^Warning: DOCUMENT_KEYS is not set: /),
  ]);
});

test('warns about nothing when all are set, or of a trial on the embedded database', () => {
  expect(warnings(REAL)).toEqual([]);
  expect(warnings({})).toEqual([]);
});

test('warns of a site on the embedded database if it has a proxy or takes money', () => {
  expect(warnings({ TRUST_PROXY: '1', PAYMENTS: 'simulated' })).toContainEqual(expect.stringMatching(/PUBLIC_URL/));
  expect(warnings({ ...REAL, DATABASE_URL: '', PUBLIC_URL: '', DEMO_LISTINGS: '0' })).toEqual([
    expect.stringMatching(/^Warning: PUBLIC_URL is not set: /),
  ]);
});

test('warns about one setting when only that one is missing', () => {
  expect(warnings({ ...REAL, PAYMENTS: 'simulated' })).toHaveLength(1);
  expect(warnings({ ...REAL, PUBLIC_URL: '' })).toHaveLength(1);
  expect(warnings({ ...REAL, ENCRYPTION_KEY: '' })).toHaveLength(1);
  expect(warnings({ ...REAL, DOCUMENT_KEYS: '' })).toHaveLength(1);
  expect(warnings({ ...REAL, DEMO_LISTINGS: '1' })).toHaveLength(1);
});

test('refuses to start without a choice of payments if the site has an external database or an https address', () => {
  const start = (environment: Record<string, string>) => () => refuseUnchosenPayments(readConfig(environment));
  expect(start({ DATABASE_URL })).toThrow(/^PAYMENTS must be set because DATABASE_URL is set\./);
  expect(start({ PUBLIC_URL: 'https://cars.example' })).toThrow(
    /^PAYMENTS must be set because PUBLIC_URL is an https address\./,
  );
  expect(start({ DATABASE_URL, PAYMENTS: '' })).toThrow('PAYMENTS must be set');
  expect(start({ DATABASE_URL, PAYMENTS: 'simulated' })).not.toThrow();
  expect(start({ PUBLIC_URL: 'http://192.168.1.2:3000' })).not.toThrow();
  expect(start({})).not.toThrow();
});
