import { expect, test } from 'vitest';
import { changesForAudit } from './audit.ts';

test('omits unchanged fields and masks personal values after the first character', () => {
  const before = { name: 'Amina', email: 'amina@buyers.example', mobile: null, status: 'Active', id: 7 };
  const after = { name: 'Amina', email: '𝒶mina@sellers.example', mobile: '0712345678', status: 'Inactive' };
  expect(changesForAudit(before, after, ['name', 'email', 'mobile'])).toEqual({
    changed: ['email', 'mobile', 'status'],
    before: { email: 'a…', mobile: null, status: 'Active' },
    after: { email: '𝒶…', mobile: '0…', status: 'Inactive' },
  });
});
