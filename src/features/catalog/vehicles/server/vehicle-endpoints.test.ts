import { expect, test } from 'vitest';
import { vehicleEndpoints } from './vehicle-endpoints.ts';

const [endpoint, evSpecs] = vehicleEndpoints();
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

test('returns the versions of an electric model by any of its names', async () => {
  const versions = async (make: string, model: string, year: number) =>
    ((await evSpecs!.handle({ query: { make, model, year } } as never)) as { versions: unknown[] }).versions;
  expect(await versions('xpeng', 'g6', 2023)).toHaveLength(4);
  expect(await versions('比亚迪', '元UP', 2024)).toEqual(await versions('BYD', 'Yuan Up', 2024));
  expect(await versions('BYD', 'Yuan Up', 2024)).toHaveLength(1);
  expect(await versions('BYD', 'Yuan Up', 2010)).toEqual([]);
  expect(await versions('Nobody', 'Yuan Up', 2024)).toEqual([]);
});
