import { describe, expect, test } from 'vitest';
import { startCpuTime } from '../../../tests/support/runner/cpu-time.ts';
import { findBankDetails } from './find-bank-details.ts';

describe('finds', () => {
  test.each([
    ['iban', 'Pay to DE89 3704 0044 0532 0130 00 please'],
    ['iban', 'de89370400440532013000'],
    ['iban', 'IBAN: GB82-WEST-1234-5698-7654-32.'],
    ['iban', 'ＤＥ８９３７０４００４４０５３２０１３０００'],
    ['iban', 'DЕ89370400440532013000'],
    ['iban', 'DE89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00'],
    ['iban', 'D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0'],
    ['iban', 'DE89 37 04 00 44 05 32 01 30 00, thank you'],
    ['account', 'account 6 2 2 2 0 2 1 2 3 4 5 6 7 8 9 0'],
    ['account', 'account: 6222\n0212\n3456\n7890'],
    ['account', 'Pay to account 6222.0212.3456.7890'],
    ['account', '账号 62-22-02-12-34-56-78-90'],
    ['bic', 'Our bank is COMMERZBANK, swift COBADEFFXXX'],
    ['bic', 'SWIFT code: ICBKCNBJ'],
    ['bic', 'BIC KCBLKENX, Nairobi'],
    ['account', 'Bank account 6222021234567890123'],
    ['account', 'Account no. 0123456789'],
    ['account', 'a/c: 12345678901 at Equity'],
    ['account', 'Send the wire to 6222 0212 3456 7890 123'],
    ['account', 'Transfer to my account: one two three four five six seven eight nine zero'],
    ['account', '收款账号：6222021234567890123'],
    ['account', '请转账到 6217 0000 1234 5678 901'],
    ['account', '银行卡号六二二二〇二一二三四五六七八九〇'],
    ['account', '账号：６２２２０２１２３４５６７８９０'],
    ['account', 'Cuenta bancaria 01234567890123456789'],
    ['account', 'Virement sur le compte 30004000031234567890143'],
    ['account', 'Перевод на счёт 40817810099910004312'],
    ['account', 'Cчет 40817810099910004312'],
    ['account', 'رقم الحساب ١٢٣٤٥٦٧٨٩٠١٢'],
    ['account', 'Akaunti ya benki 1234567890123'],
    ['account', 'Số tài khoản 1903456789012'],
    ['account', 'conta do banco: um dois três quatro cinco seis sete oito nove zero um'],
    ['crypto', 'USDT TRC20 TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['crypto', 'BTC 1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['crypto', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['crypto', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['messenger', 'Write me on https://wa.me/8613800138000'],
    ['messenger', 'join t.me/cardealer'],
    ['messenger', '加微信：chenwei_cars'],
    ['messenger', 'WeChat ID: chenwei88'],
    ['messenger', 'https://chat.whatsapp.com/AbCdEf'],
  ])('%s in %j', (kind, text) => {
    expect(findBankDetails(text)).toContain(kind);
  });
});

describe('leaves alone', () => {
  test.each([
    'Call me on +86 138 0013 8000',
    'Phone 13800138000, we also do bank transfers',
    'Bank transfer possible. Call 0712345678.',
    'Contact: 0712 345 678. Payment by bank transfer to CarQuay only.',
    'Bank transfer accepted. WhatsApp 8613800138000',
    'My number is 0712345678, the bank is closed today',
    'VIN LGXCE4CB0N0123456, account of the first owner was closed',
    'VIN LB37624S1NX123456 from a bank repossession',
    'VIN: 1HGCM82633A004352',
    'Chassis JTDBR32E720123456 Toyota',
    'Price 12,500,000 RMB, bank loan paid off',
    'Mileage 123456 km, bank financed',
    'It costs 1234567.89 by bank transfer',
    'First registered 2021-05-17, transferred 2023-08-01',
    'Serviced 2021 2022 2023 2024, title transfer included',
    'Engine 1.5T, 120 kW, 2023, transfer of ownership included',
    'TRANSFER of ownership by the BANK is INCLUDED',
    'The car was financed by a bank and the account is settled.',
    'Order CQ-000042, transfer reference CQ-7K3M-21',
    'Battery 60.48 kWh, range 550 km CLTC, 0-100 in 7.3 s',
    'Tires 235/45 R19, build date 2022/08/15',
    'one owner, two keys, three services, four new tires, five doors',
    'Two seats and six airbags, seven speakers, eight cameras',
    '一手车，二次保养，三年质保，四轮驱动',
    '2023年5月上牌，行驶12345公里，银行贷款已结清',
    '电话13800138000，可银行转账',
    'телефон 89161234567, оплата банковским переводом',
    'Une voiture, deux clés, trois places; virement accepté',
    'See https://example.com/cars/1234567890',
    'Part number 4567890123 for the mirror',
    'Receipt R-2026-000001 and invoice INV-2026-000123',
    'Telegram and WhatsApp are fine',
    'Transfer 2026-11-23 10:30, car ready',
    'Bank transfer 12.500.000 or cash',
    'It is 20 years old and was sold to the bank in Dubai at 12 500 USD',
    'Account closed. Call 07 12 34 56 78',
    'Is it possible to pay at the bank in Nairobi?',
    'MERCEDES BENZ BANK edition',
    'I paid USD 16,425.00 by bank transfer on 2026-11-23',
    '',
  ])('%j', (text) => {
    expect(findBankDetails(text)).toEqual([]);
  });
});

test('reads a long text in little time', () => {
  const text = `${'account 12 345 one two three '.repeat(400)}DE89 3704 0044 0532 0130 00`;
  const cpuMs = startCpuTime();
  expect(findBankDetails(text)).toContain('iban');
  expect(cpuMs()).toBeLessThan(500);
});
