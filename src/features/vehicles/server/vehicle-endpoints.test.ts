import { expect, test } from 'vitest';
import { vehicleEndpoints } from './vehicle-endpoints.ts';

const [endpoint] = vehicleEndpoints();
const ask = async (make?: string) =>
  (await endpoint?.handle({ query: { make } } as never)) as { makes: string[]; models: string[] };

test('returns makes in order, and models for any name of their make', async () => {
  const { makes, models } = await ask();
  expect(makes).toContain('BYD');
  expect(makes).toEqual([...makes].sort((a, b) => a.localeCompare(b, 'en')));
  expect(models).toEqual([]);
  expect((await ask(' byd ')).models).toContain('Seal');
  expect((await ask('比亚迪')).models).toContain('Seal');
  expect((await ask('no such make')).models).toEqual([]);
});
