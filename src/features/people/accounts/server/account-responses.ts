import type { SessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import type { MySession } from '#features/people/sessions/server/my-sessions.ts';
import type { Outcome } from '#features/people/sessions/server/outcome.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { phoneFields } from '#lib/server/phone-number.ts';
import type { OutcomeResponse, ProfileResponse } from '../model/account-contract.ts';
import type { ProfileRow } from './account-store.ts';

export function toOutcomeResponse({ done, messageKey, fields }: Outcome, t: Translator): OutcomeResponse {
  return {
    flag: done ? '1' : '0',
    message: t(messageKey),
    ...(fields && { fields: fieldMessages(fields, t) }),
  };
}

function fieldMessages(fields: Record<string, MessageKey>, t: Translator): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, messageKey]) => [field, t(messageKey)]));
}

export function toProfileResponse(profile: ProfileRow): ProfileResponse {
  const { id, name, email, pendingEmail, mobile, status } = profile;
  return {
    flag: '1',
    id,
    _id: String(id),
    name,
    email,
    pendingEmail,
    ...phoneFields(mobile),
    status,
    createdAt: profile.createdAt.toISOString(),
    lastLogin: profile.lastLoginAt?.toISOString() ?? null,
  };
}

export function toSessionsResponse(sessions: MySession[]): SessionsResponse {
  return {
    flag: '1',
    sessions: sessions.map(({ id, device, ip, createdAt, lastSeenAt, current }) => ({
      id,
      device,
      address: ip,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      current,
    })),
  };
}
