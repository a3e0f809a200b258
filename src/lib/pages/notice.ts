const NAME = 'notice';
const MAX_AGE_S = 60;
const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`);

/**
 * Returns a cookie that carries a message over a redirect, so that it is shown without scripts.
 * @param protocol of the site's URL, such as `https:`
 */
export function noticeCookie(message: string, protocol: string): string {
  const life = message ? MAX_AGE_S : 0;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${encodeURIComponent(message)}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns a cookie that deletes the notice. */
export function clearNoticeCookie(protocol: string): string {
  return noticeCookie('', protocol);
}

/** Reads the notice from the Cookie header; null if there is none. */
export function noticeOf(cookies: string | undefined): string | null {
  const [, written = ''] = COOKIE_PATTERN.exec(cookies ?? '') ?? [];
  try {
    return decodeURIComponent(written) || null;
  } catch {
    return null;
  }
}
