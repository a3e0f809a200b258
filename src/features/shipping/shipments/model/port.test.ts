import { expect, test } from 'vitest';
import { COUNTRIES, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { allPorts, isTimeZone, portOf } from './port.ts';

test('finds a port by its code and by the old code of trade papers', () => {
  expect(portOf('CNSHG')).toMatchObject({ name: 'Shanghai port', country: 'CN', timeZone: 'Asia/Shanghai' });
  expect(portOf('cn sha')?.code).toBe('CNSHG');
  expect(portOf('KEMBA')).toMatchObject({ country: 'KE', timeZone: 'Africa/Nairobi' });
  expect(portOf('XXXXX')).toBeNull();
});

test('every port has a valid code and time zone', () => {
  const ports = allPorts();
  expect(ports.length).toBeGreaterThan(300);
  expect(ports.filter(({ code, timeZone }) => !/^[A-Z]{2}[A-Z2-9]{3}$/.test(code) || !isTimeZone(timeZone))).toEqual(
    [],
  );
});

test('every port that a buyer can choose is also a port of sailings', () => {
  const chosen = COUNTRIES.flatMap((country) => portsOf(country).map(({ code }) => ({ country, code })));
  expect(chosen.length).toBeGreaterThan(100);
  expect(chosen.filter(({ country, code }) => portOf(code)?.country !== country)).toEqual([]);
});

test.each(['', 'Asia/Nowhere', 'now'])('rejects the time zone %j', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});
