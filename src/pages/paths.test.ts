import { expect, test } from 'vitest';
import { canonicalPath, hidesShell } from './paths.ts';

test.each([
  ['/', '/'],
  ['/carexplore', '/CarExplore'],
  ['/CAREXPLORE///', '/CarExplore'],
  ['/Login', '/login'],
  ['/Signup/', '/signup'],
  ['/BUY-CAR/BYD-Seal-7', '/buy-car/BYD-Seal-7'],
  ['/blog/Some-Post/', '/blog/Some-Post'],
  ['/buy-car', '/buy-car'],
  ['/nowhere/At-All', '/nowhere/At-All'],
  ['//', '/'],
  ['//evil.example/', '/evil.example'],
])('%s is %s', (asked, canonical) => {
  expect(canonicalPath(asked)).toBe(canonical);
  expect(canonicalPath(canonical)).toBe(canonical);
});

test('the back office and the error page stand without the shell', () => {
  for (const path of ['/AdminLogin', '/admindashboard', '/Error', '/error']) expect(hidesShell(path)).toBe(true);
  for (const path of ['/', '/login', '/buy-car/x-1']) expect(hidesShell(path)).toBe(false);
});
