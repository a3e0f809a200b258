import { expect, test } from 'vitest';
import { OperatorError, operatorSentence } from './config-error.ts';

test.each([
  [new OperatorError('Do this.'), 'Do this.'],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'The disk is full'],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 'The disk is full'],
  [Object.assign(new Error('open'), { code: 'EACCES' }), 'user running CarQuay owns DATA_DIR'],
])('%o is one sentence for the operator', (error, words) => {
  expect(operatorSentence(error)).toContain(words);
  expect(operatorSentence(error)).not.toContain('\n');
});

test('a fault of ours keeps its stack', () => {
  expect(operatorSentence(new TypeError('x is undefined'))).toBeNull();
  expect(operatorSentence(null)).toBeNull();
});
