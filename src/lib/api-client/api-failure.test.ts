import { expect, test } from 'vitest';
import { ApiFailure } from './api-client.ts';

test('tells a message of the server from none', () => {
  expect(new ApiFailure(500, { message: 'Something went wrong.' })).toMatchObject({
    isExplained: true,
    message: 'Something went wrong.',
  });
  expect(new ApiFailure(502, {})).toMatchObject({ isExplained: false, message: 'HTTP error! status: 502' });
});
