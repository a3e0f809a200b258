const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible characters and spaces. */
const VALUE = /^[\x20-\x7e]*$/;

/** Reads headers like `name=value,other=a%20value`. Returns null if the text is not of this form. */
export function readHeaders(list: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of list.split(',')) {
    const [name = '', ...value] = pair.trim().split('=');
    const text = decode(value.join('='));
    if (value.length === 0 || !NAME.test(name) || text === null || !VALUE.test(text)) return null;
    headers[name] = text;
  }
  return headers;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
