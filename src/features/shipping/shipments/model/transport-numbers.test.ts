import { expect, test } from 'vitest';
import { isContainerNumber, isImoNumber, plainNumber } from './transport-numbers.ts';

test.each(['9074729', '9811000', '8814275'])('accepts the IMO number %s', (number) => {
  expect(isImoNumber(number)).toBe(true);
});

test.each(['9074728', '907472', '90747290', '', 'IMO9074729'])('rejects the IMO number %j', (number) => {
  expect(isImoNumber(number)).toBe(false);
});

test.each(['CSQU3054383', 'MSKU6011672', 'TOLU4734787', 'MSCU6639870'])('accepts the container %s', (number) => {
  expect(isContainerNumber(number)).toBe(true);
});

test.each(['CSQU3054384', 'CSQX3054383', 'CSQU305438', 'csqu3054383', ''])('rejects the container %j', (number) => {
  expect(isContainerNumber(number)).toBe(false);
});

test('removes spaces, dashes and the prefix IMO', () => {
  expect(plainNumber(' imo 9074729')).toBe('9074729');
  expect(plainNumber('CSQU 305438-3')).toBe('CSQU3054383');
});
