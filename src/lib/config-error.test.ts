import { expect, test } from 'vitest';
import { ConfigError, configErrorMessage } from './config-error.ts';

test.each([
  [new ConfigError('Do this.'), 'Do this.'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'The disk is full'],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 'The disk is full'],
  [Object.assign(new Error('open'), { code: 'EACCES' }), 'user running CarQuay owns DATA_DIR'],
])('%o is one sentence for the operator', (error, words) => {
  expect(configErrorMessage(error)).toContain(words);
  expect(configErrorMessage(error)).not.toContain('\n');
});

test('a fault of ours keeps its stack', () => {
  expect(configErrorMessage(new TypeError('x is undefined'))).toBeNull();
  expect(configErrorMessage(null)).toBeNull();
});
