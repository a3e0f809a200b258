import { expect, test } from 'vitest';
import { ConfigError, configErrorMessage } from './config-error.ts';

test.each([
  [new ConfigError('Do this.'), 'Do this.'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'The disk is full'],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 'The disk is full'],
  [Object.assign(new Error('open'), { code: 'EACCES' }), 'user running CarQuay owns DATA_DIR'],
])('returns a one-line message for %o', (error, message) => {
  expect(configErrorMessage(error)).toContain(message);
  expect(configErrorMessage(error)).not.toContain('\n');
});

test('returns null for errors the operator cannot fix', () => {
  expect(configErrorMessage(new TypeError('x is undefined'))).toBeNull();
  expect(configErrorMessage(null)).toBeNull();
});
