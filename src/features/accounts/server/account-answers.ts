import { englishWords } from '#platform/words/all-words.ts';
import type { WordId } from '#platform/words/words.ts';
import type { OutcomeAnswer, ProfileAnswer, SessionsAnswer } from '../account-contract.ts';
import type { ProfileRow } from './account-store.server.ts';
import type { Outcome } from './account-tools.ts';
import type { OwnSession } from './own-sessions.ts';

export function outcomeToWire({ done, say, fields }: Outcome): OutcomeAnswer {
  return {
    flag: done ? '1' : '0',
    message: englishWords(say),
    ...(fields && { fields: inWords(fields) }),
  };
}

function inWords(fields: Record<string, WordId>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, say]) => [field, englishWords(say)]));
}

export function profileToWire(profile: ProfileRow): ProfileAnswer {
  const { id, name, email, pendingEmail, mobile, status } = profile;
  return {
    flag: '1',
    id,
    _id: String(id),
    name,
    email,
    pendingEmail,
    mobile,
    status,
    createdAt: profile.createdAt.toISOString(),
    lastLogin: profile.lastLoginAt?.toISOString() ?? null,
  };
}

export function sessionsToWire(sessions: OwnSession[]): SessionsAnswer {
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
