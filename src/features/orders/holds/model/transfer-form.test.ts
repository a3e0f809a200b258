import { expect, test } from 'vitest';
import { transferBuyer } from './transfer-form.ts';

const BUYER = { name: 'Otieno Motors Ltd', address: 'Moi Avenue 4\r\nMombasa', country: 'KE' };
const problemsOf = (change: object) =>
  transferBuyer.safeParse({ ...BUYER, ...change }).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test.each(['name', 'address'])('asks for a %s in Latin letters that documents cannot print', (field) => {
  expect(problemsOf({ [field]: '서울 김민수 នំ' })).toEqual([]);
  expect(problemsOf({ [field]: 'မြန်မာ လမ်း' })).toEqual([[field, 'orders.transfer.latin']]);
});
