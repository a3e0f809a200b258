import { expect, test } from 'vitest';
import { chatLink, tweetLink } from './chat-message.ts';

test('encodes text in any script and URL delimiters so that it arrives unchanged', () => {
  const text = 'Is the 比亚迪 & "Seal" 100% ok? #1 + https://x.example/?a=b';
  expect(new URL(chatLink('8613800138000', text)).searchParams.get('text')).toBe(text);
  expect(chatLink('8613800138000', text)).toMatch(/^https:\/\/wa\.me\/8613800138000\?text=/);
  const tweet = new URL(tweetLink(text, 'https://cars.example/buy-car/x-1'));
  expect(tweet.searchParams.get('text')).toBe(text);
  expect(tweet.searchParams.get('url')).toBe('https://cars.example/buy-car/x-1');
});
