import { expect, test } from 'vitest';
import { NO_NOTICE_COOKIE, noticeCookie, noticeOf } from './notice.ts';

test.each(['Successfully logged in', 'Ends; Path=/x, 100 % "sure"', '已登录 · تم'])('%s is carried whole', (say) => {
  const [pair = ''] = noticeCookie(say).split(';');
  expect(noticeOf(`session=abc; ${pair}; other=1`)).toBe(say);
});

test.each([undefined, '', 'session=abc', 'xnotice=a', 'notice=', 'notice=%E0%A4%A', NO_NOTICE_COOKIE])(
  'there is no notice in %j',
  (cookies) => {
    expect(noticeOf(cookies)).toBeNull();
  },
);
