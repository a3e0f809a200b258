/** A link that opens the messaging chat with a text already written. The number is international, digits only. */
export function chatLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/** A link that opens a tweet about a page. */
export function tweetLink(text: string, url: string): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text, url })}`;
}
