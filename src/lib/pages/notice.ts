const NAME = 'notice';
const LIFE_S = 60;
const READ = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`);

/**
 * Carries what has been said to a person over a redirect, where no script can say it.
 * @param protocol how the site is reached
 */
export function noticeCookie(message: string, protocol: string): string {
  const life = message ? LIFE_S : 0;
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${encodeURIComponent(message)}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** Takes back what has been shown. */
export function clearNoticeCookie(protocol: string): string {
  return noticeCookie('', protocol);
}

/** What the last page wanted to say; null when it said nothing. */
export function noticeOf(cookies: string | undefined): string | null {
  const [, written = ''] = READ.exec(cookies ?? '') ?? [];
  try {
    return decodeURIComponent(written) || null;
  } catch {
    return null;
  }
}
