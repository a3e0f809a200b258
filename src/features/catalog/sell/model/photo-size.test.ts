import { expect, test } from 'vitest';
import { fitSize } from '#features/catalog/sell/client/photo-uploads.ts';

test('reduces the longer side to the limit and never enlarges', () => {
  expect(fitSize({ width: 4000, height: 3000 }, 1920)).toEqual({ width: 1920, height: 1440 });
  expect(fitSize({ width: 3000, height: 4000 }, 1920)).toEqual({ width: 1440, height: 1920 });
  expect(fitSize({ width: 800, height: 600 }, 1920)).toEqual({ width: 800, height: 600 });
  expect(fitSize({ width: 20_000, height: 3 }, 1920)).toEqual({ width: 1920, height: 1 });
});
