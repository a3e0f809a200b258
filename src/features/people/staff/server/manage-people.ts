import { z } from 'zod';
import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { insertAdmin } from '#features/people/accounts/server/account-store.ts';
import { randomPassword } from '#features/people/accounts/server/first-accounts.ts';
import { deleteKnownDevices } from '#features/people/accounts/server/link-store.ts';
import { weaknessOf } from '#features/people/accounts/server/password-policy.ts';
import { deleteSecondFactor } from '#features/people/accounts/server/second-factor-store.ts';
import { type ApprovalKind, cancelProposalsOf, propose } from '#features/people/approvals/server/approve.ts';
import type { AuditAction } from '#features/people/audit/model/audit-log.ts';
import { actingAdmin, audit, changesForAudit } from '#features/people/audit/server/audit.ts';
import { isPermitted, ROLES, type Role } from '#features/people/sessions/model/roles.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOf } from '#features/people/sessions/server/session-store.ts';
import { decides, INVITATION_LIFE_S, type INVITED_ROLES } from '#features/people/staff/model/person.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import {
  consumeInvitation,
  findPeople,
  findPerson,
  findPersonByEmail,
  hasTwoAdministrators,
  isInvitationAlive,
  lockPeople,
  type PersonRow,
  replaceInvitation,
  updateDisabled,
  updateInviter,
  updatePasswordHash,
  updateRole,
} from './people-store.ts';

export type ListedPerson = PersonRow & { self: boolean };

export async function listPeople({ pool }: AccountDeps, { id }: SignedInAdmin): Promise<ListedPerson[]> {
  return (await findPeople(pool)).map((person) => ({ ...person, self: person.id === id }));
}

type Invited = { name: string; email: string; role: (typeof INVITED_ROLES)[number] };

/** Adds a person and emails a link for setting a password. Two-factor is set up at the first login. */
export async function invite(
  deps: AccountDeps,
  admin: SignedInAdmin,
  { name, email, role }: Invited,
  origin: Origin,
): Promise<Outcome> {
  // A random password: the account cannot be used before the invitation is accepted.
  const passwordHash = await deps.hasher.hash(randomPassword());
  return withTransaction(deps.pool, async (db) => {
    await lockActing(db, admin);
    if (!(await insertAdmin(db, { name, email, passwordHash, role, fromEnvironment: false })))
      return refused('admin.people.taken', 'email');
    const person = await findPersonByEmail(db, email);
    await updateInviter(db, person!.id, admin.id);
    await sendInvitation(db, deps, person!);
    await auditPerson(db, admin, person!.id, 'person invited', origin, { role });
    return done('admin.people.invited');
  });
}

/** Sends a new link to a person who has not accepted the invitation; the older link stops working. */
export function inviteAgain(deps: AccountDeps, admin: SignedInAdmin, id: number, origin: Origin): Promise<Outcome> {
  return changePerson(deps, admin, id, async (db, person) => {
    if (person.state !== 'invited') return refused('admin.people.notInvited');
    await updateInviter(db, id, admin.id);
    await sendInvitation(db, deps, person);
    await auditPerson(db, admin, id, 'person invited', origin, { role: person.role });
    return done('admin.people.invited');
  });
}

/** Changes a role, or proposes the change to a second person if the new role decides about money or people. */
export function setRole(
  deps: AccountDeps,
  admin: SignedInAdmin,
  id: number,
  role: Role,
  origin: Origin,
): Promise<Outcome> {
  return changePerson(deps, admin, id, async (db, person) => {
    if (person.role === role) return done('admin.people.saved');
    if (decides(role)) {
      const { name, email } = person;
      return propose(db, giveDecidingRole, { id, name, email, from: person.role, to: role }, admin, origin);
    }
    await updateRole(db, id, role);
    await cancelProposalsOf(db, id, admin);
    await mailAccessChanged(db, person, 'mail.roleChanged');
    await auditPerson(db, admin, id, 'role changed', origin, changesForAudit({ role: person.role }, { role }));
    return done('admin.people.saved');
  });
}

/** Disables a person or lets them log in again. Ends their sessions and cancels their proposals in the same commit. */
export function setDisabled(
  deps: AccountDeps,
  admin: SignedInAdmin,
  id: number,
  disabled: boolean,
  origin: Origin,
): Promise<Outcome> {
  return changePerson(deps, admin, id, async (db, person) => {
    if ((person.state === 'disabled') === disabled) return done('admin.people.saved');
    if (!disabled && person.fromEnvironment && (await hasTwoAdministrators(db)))
      return refused('admin.people.environmentStopped');
    await updateDisabled(db, id, disabled);
    if (disabled) await cancelProposalsOf(db, id, admin);
    else await updateInviter(db, id, admin.id);
    await auditPerson(db, admin, id, disabled ? 'person disabled' : 'person enabled', origin);
    return done(disabled ? 'admin.people.disabled' : 'admin.people.enabled');
  });
}

/** Turns two-factor off for a person who lost phone and recovery codes. They set it up again at the next login. */
export function resetSecondFactor(
  deps: AccountDeps,
  admin: SignedInAdmin,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return changePerson(deps, admin, id, async (db, person) => {
    await deleteSecondFactor(db, 'admin', id);
    await deleteSessionsOf(db, 'admin', id);
    await deleteKnownDevices(db, 'admin', id);
    await updateInviter(db, id, admin.id);
    await mailAccessChanged(db, person, 'mail.secondFactorReset');
    await auditPerson(db, admin, id, 'second factor reset', origin);
    return done('admin.people.factorReset');
  });
}

/** Runs `work` with all people locked. Refuses changes of one's own access, so an active administrator always remains. */
async function changePerson(
  { pool }: AccountDeps,
  admin: SignedInAdmin,
  id: number,
  work: (db: Queryable, person: PersonRow) => Promise<Outcome>,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await lockActing(db, admin);
    const person = await findPerson(db, id);
    if (!person) throw new AppError('not_found', 'no such person');
    return id === admin.id ? refused('admin.people.self') : work(db, person);
  });
}

/** Locks all people. Throws if the caller has lost the permission since the call was authorized. */
async function lockActing(db: Queryable, { id }: SignedInAdmin): Promise<void> {
  await lockPeople(db);
  const acting = await findPerson(db, id);
  if (acting?.state !== 'active' || !isPermitted(acting.role, 'people:write'))
    throw new AppError('not_permitted', 'lost the permission');
}

async function sendInvitation(
  db: Queryable,
  { siteOrigin }: AccountDeps,
  { id, email, role }: PersonRow,
): Promise<void> {
  const { token, hash } = newSecretToken();
  await replaceInvitation(db, id, hash, INVITATION_LIFE_S);
  await mailInvitation(db, email, role, `${siteOrigin}/AdminInvitation?token=${token}`);
}

function auditPerson(
  db: Queryable,
  { id }: SignedInAdmin,
  subject: number,
  action: AuditAction,
  origin: Origin,
  details: Record<string, unknown> = {},
): Promise<void> {
  return audit(db, origin, { actor: actingAdmin(id), action, subject: { kind: 'admin', id: subject }, details });
}

/** Sets the password of an invited person. Does not log them in; the first login asks for two-factor. */
export async function acceptInvitation(
  { pool, hasher }: AccountDeps,
  { token, npass }: { token: string; npass: string },
  origin: Origin,
): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return refused('account.linkDead');
  const weak = weaknessOf(npass, 'office', []);
  if (weak) return refused(weak, 'npass');
  if (!(await isInvitationAlive(pool, tokenHash))) return refused('account.linkDead');
  const passwordHash = await hasher.hash(npass);
  return withTransaction(pool, async (db) => {
    const id = await consumeInvitation(db, tokenHash);
    if (id === null) return refused('account.linkDead');
    await updatePasswordHash(db, id, passwordHash);
    await audit(db, origin, { actor: actingAdmin(id), action: 'invitation accepted', subject: { kind: 'admin', id } });
    return done('admin.invitation.done');
  });
}

const payloadSchema = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  from: z.enum(ROLES),
  /** Missing in proposals from the time when only the role administrator needed an approval. */
  to: z.enum(ROLES).default('administrator'),
});

/** Gives a person a role that decides about money or people, once a second person approves it. */
export const giveDecidingRole: ApprovalKind = {
  // Stored proposals have this name, from the time when only the role administrator needed an approval.
  kind: 'administrator role',
  permission: 'people:write',
  summary(payload, t) {
    const { name, email, to } = payloadSchema.parse(payload);
    return t('admin.approvals.decidingRole', { name, email, role: t(`admin.people.role.${to}`) });
  },
  async execute(db, payload, { proposerId, approverId, origin }) {
    const { id, email, from, to } = payloadSchema.parse(payload);
    await lockPeople(db);
    const [person, proposer] = [await findPerson(db, id), await findPerson(db, proposerId)];
    const unchanged = person?.state !== 'disabled' && person?.role === from && person.email === email;
    if (!person || !unchanged || proposer?.state !== 'active' || proposer.role !== 'administrator')
      throw new AppError('conflict', 'person or proposer changed', { messageKey: 'admin.approvals.changed' });
    await updateRole(db, id, to);
    await mailAccessChanged(db, person, 'mail.roleChanged');
    await audit(db, origin, {
      actor: actingAdmin(approverId),
      action: 'role changed',
      subject: { kind: 'admin', id },
      details: { ...changesForAudit({ role: from }, { role: to }), proposer: proposerId },
    });
  },
};

/** The recipient has not confirmed the address yet, so the text contains nothing that a person typed. */
async function mailInvitation(db: Queryable, email: string, role: Role, url: string): Promise<void> {
  const t = recipientTranslator();
  const subject = t('mail.invitation');
  const mail = composeMail(
    {
      title: subject,
      paragraphs: [
        t('mail.greeting.unknown'),
        t('mail.invitation.text', { role: t(`mail.invitation.role.${role}`) }),
        t('mail.invitation.secondFactor'),
      ],
      action: { label: t('mail.invitation.action'), url },
      footer: t('mail.footer.unknown'),
    },
    t,
  );
  await queueMail(db, { to: email, subject, ...mail });
}

type Notice = 'mail.secondFactorReset' | 'mail.roleChanged';

/** Tells a person about a change of their access, in case it was unexpected. */
async function mailAccessChanged(
  db: Queryable,
  { name, email }: { name: string; email: string },
  notice: Notice,
): Promise<void> {
  const t = recipientTranslator();
  const subject = t(notice);
  const paragraphs = [t('mail.greeting', { name }), t(`${notice}.text`), t('mail.accessChanged.ask')];
  const mail = composeMail({ title: subject, paragraphs, footer: t('mail.footer.office') }, t);
  await queueMail(db, { to: email, subject, ...mail });
}
