import { describe, expect, test } from 'vitest';
import { decoded, type Encoding, findEncoding } from './encodings.ts';

/** Bytes by decoding all one- and two-byte codes of an encoding. */
function encoded(text: string, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  for (let one = 0xff; one >= 0x80; one--) codes.set(decoder.decode(Uint8Array.of(one)), [one]);
  if (encoding === 'gb18030' || encoding === 'big5') {
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++)
        codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    }
  }
  const bytes = [...text].flatMap((sign) => (sign.charCodeAt(0) < 0x80 ? [sign.charCodeAt(0)] : codes.get(sign)));
  if (bytes.includes(undefined)) throw new Error(`${text} cannot be written in ${encoding}`);
  return Uint8Array.from(bytes as number[]);
}

const CASES: [Encoding, string][] = [
  ['windows-1252', 'Buchungstag;Empfänger;Währung\n02.11.2026;Möller Überführung GmbH;USD'],
  ['windows-1252', 'Data;Descrição;Situação\n02/11/2026;Transferência João;Concluído'],
  ['windows-1250', 'Data;Nadawca;Kwota\n02.11.2026;Wąsik Łódź Spółka;1 200,00'],
  ['windows-1251', 'Дата;Назначение платежа;Сумма\n02.11.2026;Оплата за автомобиль;1 200,00'],
  ['windows-1256', 'التاريخ,البيان,المبلغ\n02/11/2026,تحويل من شركة النور,1200.00'],
  ['gb18030', '交易日期,摘要,收入金额,余额\n20261102,货款,1200.00,5000.00'],
  ['gb18030', '品牌,车型,年份\n比亚迪,海豹,2022'],
  ['big5', '交易日期,摘要,存入金額,餘額\n20261102,貨款,1200.00,5000.00'],
];

test.each(CASES)('finds %s by the letters of %j', (encoding, text) => {
  const bytes = encoded(text, encoding);
  expect(findEncoding(bytes)).toMatchObject({ name: encoding });
  expect(decoded(bytes, encoding)).toBe(text);
});

describe('findEncoding', () => {
  test('is certain of a mark and of valid UTF-8', () => {
    expect(findEncoding(Buffer.from('\uFEFFa,b'))).toEqual({ name: 'utf-8', certainty: 'certain', others: [] });
    expect(findEncoding(Buffer.from('Möller'))).toMatchObject({ name: 'utf-8', certainty: 'certain' });
    expect(findEncoding(Buffer.from('\uFEFFa', 'utf16le'))).toMatchObject({ name: 'utf-16le', certainty: 'certain' });
  });

  test('finds UTF-16 without a mark, in both orders', () => {
    const little = Buffer.from('日期,金额\n2026-11-02,1200.00\n', 'utf16le');
    expect(findEncoding(little)?.name).toBe('utf-16le');
    expect(findEncoding(Buffer.from(little).swap16())?.name).toBe('utf-16be');
  });

  test('offers the other encodings in which the file is valid, and says when it is not certain', () => {
    const polish = findEncoding(encoded('Wąsik Łódź', 'windows-1250'));
    expect(polish?.others).toContain('windows-1252');
    expect(findEncoding(Uint8Array.of(0x41, 0xe9, 0x2c, 0x42))).toMatchObject({ certainty: 'open' });
  });
});
