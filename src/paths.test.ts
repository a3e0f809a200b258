import { expect, test } from 'vitest';
import { canonicalPath, hasSecretAddress, hidesShell, isPrivate, returnPath } from './paths.ts';

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
])('the canonical path of %s is %s', (requested, canonical) => {
  expect(canonicalPath(requested)).toBe(canonical);
  expect(canonicalPath(canonical)).toBe(canonical);
});

test('hides the header and footer on admin pages and the error page', () => {
  for (const path of ['/AdminLogin', '/admindashboard', '/Error', '/error']) expect(hidesShell(path)).toBe(true);
  for (const path of ['/', '/login', '/buy-car/x-1']) expect(hidesShell(path)).toBe(false);
});

test.each([
  '/login',
  '/Login/',
  '/Profile',
  '/profile/x.css',
  '/Profile.data',
  '/%50rofile',
  '//Profile',
  '/Dashboard',
  '/ResetPassword',
  '/UndoEmailChange',
  '/ConfirmNewsletter',
  '/unsubscribe/',
  '/payment/12',
  '/SellCar',
  '/AdminDashboard',
  '/%E0%A4%A',
])('%s is private', (path) => {
  expect(isPrivate(path)).toBe(true);
});

test.each(['/', '/CarExplore', '/buy-car/login-1', '/blog/Profile', '/loginx', '/_root.data', '/x/Profile'])(
  '%s is public',
  (path) => {
    expect(isPrivate(path)).toBe(false);
  },
);

test('recognizes the pages whose URLs carry a secret token', () => {
  for (const path of [
    '/ResetPassword',
    '/UndoEmailChange',
    '/confirmemail/',
    '/ConfirmNewsletter',
    '/unsubscribe',
    '/ConfirmEmail.data',
    '/%52esetPassword',
  ])
    expect(hasSecretAddress(path)).toBe(true);
  for (const path of ['/', '/login', '/forgotpassword']) expect(hasSecretAddress(path)).toBe(false);
});

test.each([
  ['/Profile', '/Profile'],
  ['/profile/?a=1', '/Profile?a=1'],
  ['/payment/12?from=2026-01-01', '/payment/12?from=2026-01-01'],
  ['/buy-car/byd-seal-7#top', '/buy-car/byd-seal-7'],
  ['/CarExplore?q=https://evil.example', '/CarExplore?q=https://evil.example'],
  ['/', '/'],
])('after logging in, %s leads to %s', (next, path) => {
  expect(returnPath(next)).toBe(path);
});

test.each([
  null,
  '',
  'Profile',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:/Profile',
  'javascript:alert(1)',
  ' /Profile',
  '/\t/evil.example',
  '/\n/evil.example',
  '/Profile\u0000',
  '/.//evil.example',
  '/Profile/..//evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/buy-car/..%2f..%2fevil',
  '/buy-car/',
  '/payment/1/2',
  '/no-such-page',
  '/api/logout',
  '/login',
  '/Signup?next=/Profile',
  '/ResetPassword?token=x',
  '/@evil.example',
])('after logging in, %j leads to the dashboard', (next) => {
  expect(returnPath(next)).toBe('/Dashboard');
});
