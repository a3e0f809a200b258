import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { settings } from '#lib/server/config/settings.ts';
import { envExample } from './env-example.ts';

test('.env.example describes the settings; npm run settings updates it', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
});

test('.env.example sets nothing, and lists every setting once with a valid value', () => {
  expect(parseEnv(envExample())).toEqual({});
  const all = parseEnv(envExample().replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(settings.shape).toSorted());
  expect(() => readConfig({ ...all, PAYMENTS: 'simulated', S3_BUCKET: 'cars' })).not.toThrow();
});
