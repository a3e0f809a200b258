const NAME = 'notice';
const LIFE_S = 60;
const READ = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`);

/** Carries what has been said to a person over a redirect, where no script can say it. */
export function noticeCookie(say: string): string {
  return `${NAME}=${encodeURIComponent(say)}; Path=/; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax`;
}

export const NO_NOTICE_COOKIE = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** What the last page wanted to say; null when it said nothing. */
export function noticeOf(cookies: string | undefined): string | null {
  const [, written = ''] = READ.exec(cookies ?? '') ?? [];
  try {
    return decodeURIComponent(written) || null;
  } catch {
    return null;
  }
}
