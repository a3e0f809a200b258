import { SecretCookie } from '#lib/server/session/secret-cookie.ts';
import { DEVICE_LIFE_S, SESSION_LIFE } from '../model/session-lifetime.ts';

export type AccountCookies = ReturnType<typeof accountCookies>;

export function accountCookies(secure: boolean) {
  return {
    user: new SecretCookie('session', SESSION_LIFE.user.absolute, secure),
    admin: new SecretCookie('admin-session', SESSION_LIFE.admin.absolute, secure),
    device: new SecretCookie('device', DEVICE_LIFE_S, secure),
  };
}
