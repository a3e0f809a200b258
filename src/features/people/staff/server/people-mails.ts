import type { Role } from '#features/people/sessions/model/roles.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';

/** The recipient has not confirmed the address yet, so the text contains nothing that a person typed. */
export async function mailInvitation(db: Queryable, email: string, role: Role, url: string): Promise<void> {
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
export async function mailAccessChanged(
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
