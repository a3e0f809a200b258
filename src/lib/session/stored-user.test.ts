import { afterEach, expect, test, vi } from 'vitest';
import { clearStoredUser, titleCase } from './stored-user.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['amina OTIENO', 'Amina Otieno'],
  ["o'neill-SMITH", "O'Neill-Smith"],
  ['éva ŐSZ', 'Éva Ősz'],
  ['王 小明', '王 小明'],
  ['', ''],
])('titleCase(%j) is %j', (name, written) => {
  expect(titleCase(name)).toBe(written);
});

test('clearing the stored user deletes everything but the theme of the device', () => {
  const stored = new Map([
    ['id', '7'],
    ['theme', 'dark'],
    ['carquay:favorites', '[1]'],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    clear: () => stored.clear(),
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('dispatchEvent', () => true);
  clearStoredUser();
  expect([...stored]).toEqual([['theme', 'dark']]);
});
