import { expect, test } from 'vitest';
import { addDays, dateRange, dayOfEpoch, dayOfNumber, epochDay, numberOfDay } from './calendar.ts';

test.each([
  ['2024', '2024-01-01', '2024-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2023-02-28', '2023-02-28', '2023-02-28'],
])('%s covers %s to %s', (text, earliest, latest) => {
  expect(dateRange(text)).toEqual({ earliest, latest });
});

test.each(['', '24', '2024-13', '2024-02-30', '2024-2', '2024-02-01T00:00', 'x2024'])('rejects %j', (text) => {
  expect(dateRange(text)).toBeNull();
});

test('converts days to numbers that compare like dates, and back', () => {
  expect(numberOfDay('2019-05-02')).toBe(20190502);
  expect(dayOfNumber(20190502)).toBe('2019-05-02');
  expect(epochDay(19700102)).toBe(1);
  expect(dayOfEpoch(epochDay(20240229) + 1)).toBe(20240301);
  expect(addDays('2026-11-22', 90)).toBe('2027-02-20');
});
