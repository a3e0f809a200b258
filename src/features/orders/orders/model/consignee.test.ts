import { expect, test } from 'vitest';
import { consigneeProblems, isConsigneeLocked, maskedIdNumber } from './consignee.ts';

const CONSIGNEE = {
  name: 'Otieno Motors Ltd',
  address: 'Moi Avenue 4\nMombasa',
  country: 'KE',
  phone: '+254 712 345678',
};

test.each([
  ['', ''],
  ['123456', '•••'],
  ['A1234567', '•••567'],
])('hides the identity number %s as %s', (id, shown) => {
  expect(maskedIdNumber(id)).toBe(shown);
});

test('is locked once the order is booked or money has arrived', () => {
  expect(isConsigneeLocked({ life: 'held', receivedCents: 0 })).toBe(false);
  expect(isConsigneeLocked({ life: 'held', receivedCents: 1 })).toBe(true);
  expect(isConsigneeLocked({ life: 'active', receivedCents: 0 })).toBe(true);
});

test('accepts names and addresses of any script', () => {
  expect(consigneeProblems(CONSIGNEE)).toBeNull();
  expect(consigneeProblems({ ...CONSIGNEE, name: '广州汽车贸易有限公司', address: '广州市\r\n天河区' })).toBeNull();
});

test.each([
  ['name', ''],
  ['name', '12'],
  ['name', 'See www.pay.example'],
  ['name', 'A\nB'],
  ['address', ''],
  ['address', 'https://pay.example'],
  ['address', '\u202eMombasa'],
  ['country', 'Kenya'],
  ['phone', 'call me'],
  ['id_number', 'x'.repeat(41)],
  ['notify_party', 'x'.repeat(301)],
])('refuses the %s %j', (field, typed) => {
  expect(Object.keys(consigneeProblems({ ...CONSIGNEE, [field]: typed }) ?? {})).toEqual([field]);
});

test.each(['name', 'address'])('asks for a %s in Latin letters that documents cannot print', (field) => {
  expect(consigneeProblems({ ...CONSIGNEE, [field]: 'ሰላም ተስፋዬ' })).toBeNull();
  expect(consigneeProblems({ ...CONSIGNEE, [field]: 'Sunny 🌞 Motors' })).toEqual({
    [field]: 'orders.consignee.notPrinted',
  });
});
