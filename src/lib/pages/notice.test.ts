import { expect, test } from 'vitest';
import { clearNoticeCookie, noticeCookie, noticeOf } from './notice.ts';

test.each(['Successfully logged in', 'Ends; Path=/x, 100 % "sure"', '已登录 · تم'])(
  '%s is carried whole',
  (message) => {
    const [pair = ''] = noticeCookie(message, 'http:').split(';');
    expect(noticeOf(`session=abc; ${pair}; other=1`)).toBe(message);
  },
);

test.each([undefined, '', 'session=abc', 'xnotice=a', 'notice=', 'notice=%E0%A4%A', clearNoticeCookie('http:')])(
  'there is no notice in %j',
  (cookies) => {
    expect(noticeOf(cookies)).toBeNull();
  },
);

test('over https the notice travels over https alone', () => {
  for (const cookie of [noticeCookie, (_say: string, protocol: string) => clearNoticeCookie(protocol)]) {
    expect(cookie('Said', 'https:')).toMatch(/; Secure$/);
    expect(cookie('Said', 'http:')).not.toContain('Secure');
  }
});
