import { expect, test } from 'vitest';
import { clearNoticeCookie, noticeCookie, noticeOf } from './notice.ts';

test.each(['Successfully logged in', 'Ends; Path=/x, 100 % "sure"', '已登录 · تم'])(
  'noticeOf returns the message "%s" from its cookie',
  (message) => {
    const [pair = ''] = noticeCookie(message, 'http:').split(';');
    expect(noticeOf(`session=abc; ${pair}; other=1`)).toBe(message);
  },
);

test.each([undefined, '', 'session=abc', 'xnotice=a', 'notice=', 'notice=%E0%A4%A', clearNoticeCookie('http:')])(
  'noticeOf(%j) is null',
  (cookies) => {
    expect(noticeOf(cookies)).toBeNull();
  },
);

test('sets Secure on the cookie over https only', () => {
  for (const cookie of [noticeCookie, (_say: string, protocol: string) => clearNoticeCookie(protocol)]) {
    expect(cookie('Said', 'https:')).toMatch(/; Secure$/);
    expect(cookie('Said', 'http:')).not.toContain('Secure');
  }
});
