import { expect, test } from 'vitest';
import { readHeaders } from '../config/settings.ts';

test('reads headers with encoded values', () => {
  expect(readHeaders('authorization=Bearer%20a=b, x-team=cars')).toEqual({
    authorization: 'Bearer a=b',
    'x-team': 'cars',
  });
});

test.each(['authorization', '=x', 'a=%zz', 'a=b%0d%0ac', 'a b=c', ''])('refuses %j', (list) =>
  expect(readHeaders(list)).toBeNull(),
);
