import { expect, test } from 'vitest';
import { rateSourceOf } from '#lib/server/config/rate-sources.ts';
import { readRates } from '../../model/fetched-rates.ts';
import { RATE_FORMATS } from './rate-formats.ts';

const TODAY = '2026-11-28';
const WANTED = new Set(['AED', 'EUR', 'KES', 'ZAR']);
const read = (format: keyof typeof RATE_FORMATS, body: string) => readRates(RATE_FORMATS[format](body), TODAY, WANTED);

/* The answers below have the form of the services, with figures of our own. */
const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-27'>
			<Cube currency='USD' rate='1.25'/>
			<Cube currency='JPY' rate='171.5'/>
			<Cube currency='ZAR' rate='20'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;
const EXCHANGE_API = '{"date":"2026-11-28","usd":{"1inch":9.9,"aed":3.6725,"btc":0,"eur":0.88,"kes":129.5,"usd":1}}';
const OPEN = `{"disclaimer":"Usage subject to terms","license":"https://openexchangerates.org/license","timestamp":1795867200,
  "base":"USD","rates":{"AED":3.6725,"BTC":0.0000109,"KES":129.5,"USD":1}}`;

test.each([
  ['ecb', ECB, '2026-11-27', { EUR: 0.8, ZAR: 16 }],
  ['exchange-api', EXCHANGE_API, '2026-11-28', { AED: 3.6725, EUR: 0.88, KES: 129.5 }],
  ['openexchangerates', OPEN, '2026-11-28', { AED: 3.6725, KES: 129.5 }],
] as const)('reads an answer of %s', (format, body, date, rates) => {
  const { perUsd, date: day } = read(format, body);
  expect(day).toBe(date);
  expect(Object.fromEntries(perUsd)).toEqual(rates);
});

test.each([
  ['ecb', '<html><body>Blocked</body></html>', 'the response has no rates'],
  ['ecb', '{}', 'the response has no rates'],
  ['ecb', ECB.replace("rate='20'", "rate='0'"), "invalid 'rates.ZAR'"],
  ['ecb', ECB.replace("rate='20'", "rate='-20'"), "invalid 'rates.ZAR'"],
  ['ecb', ECB.replace("rate='1.25'", "rate='NaN'"), "invalid 'rates.USD'"],
  ['ecb', ECB.replace('2026-11-27', '2026-12-27'), 'a day to come'],
  ['ecb', ECB.replace("currency='USD'", "currency='USX'"), 'no rate for USD'],
  ['exchange-api', '<html></html>', 'the response is no JSON'],
  ['exchange-api', '{"date":"2026-11-28","eur":{"kes":147}}', "invalid 'base'"],
  ['exchange-api', 'null', "invalid 'base'"],
  ['exchange-api', EXCHANGE_API.replace('129.5', '0'), "invalid 'rates.KES'"],
  ['exchange-api', EXCHANGE_API.replace('129.5', '"129.5"'), "invalid 'rates.KES'"],
  ['exchange-api', EXCHANGE_API.replace('129.5', 'NaN'), 'the response is no JSON'],
  ['exchange-api', EXCHANGE_API.replace('2026-11-28', '2027-11-28'), 'a day to come'],
  ['openexchangerates', '{"error":true,"status":401,"message":"invalid_app_id"}', "invalid 'base'"],
  ['openexchangerates', OPEN.replace('1795867200', '1e300'), "invalid 'date'"],
  ['openexchangerates', OPEN.replace('1795867200', '1895867200'), 'a day to come'],
  [
    'openexchangerates',
    OPEN.replace('"base":"USD"', '"base":"EUR"').replace('"USD":1', '"USD":0'),
    "invalid 'rates.USD'",
  ],
  ['own', '[1]', 'expected object'],
] as const)('refuses an answer of %s (%#)', (format, body, problem) => {
  expect(() => read(format, body)).toThrow(problem);
});

test('names a service or the host of an own address, never its key', () => {
  expect(rateSourceOf('exchange-api').urls).toHaveLength(2);
  expect(rateSourceOf('openexchangerates', 'a b')).toEqual({
    format: 'openexchangerates',
    name: 'openexchangerates',
    urls: ['https://openexchangerates.org/api/latest.json?app_id=a%20b'],
  });
  expect(rateSourceOf('https://rates.example/latest?key=secret')).toMatchObject({
    format: 'own',
    name: 'rates.example',
  });
});
