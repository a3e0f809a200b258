/** Returns a link that opens a chat with a prepared message. `number` is in international format, digits only. */
export function chatLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/** Returns a link that opens a prepared tweet about a page. */
export function tweetLink(text: string, url: string): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text, url })}`;
}
