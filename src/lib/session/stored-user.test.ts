import { expect, test } from 'vitest';
import { titleCase } from './stored-user.ts';

test.each([
  ['amina OTIENO', 'Amina Otieno'],
  ["o'neill-SMITH", "O'Neill-Smith"],
  ['éva ŐSZ', 'Éva Ősz'],
  ['王 小明', '王 小明'],
  ['', ''],
])('titleCase(%j) is %j', (name, written) => {
  expect(titleCase(name)).toBe(written);
});
