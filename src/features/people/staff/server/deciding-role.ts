import { z } from 'zod';
import type { ApprovalKind } from '#features/people/approvals/server/approve.ts';
import { actingAdmin, audit, changesForAudit } from '#features/people/audit/server/audit.ts';
import { ROLES } from '#features/people/sessions/model/roles.ts';
import { AppError } from '#lib/app-error.ts';
import { mailAccessChanged } from './people-mails.ts';
import { findPerson, lockPeople, updateRole } from './people-store.ts';

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
