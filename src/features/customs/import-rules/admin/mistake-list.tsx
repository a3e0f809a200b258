import { Link } from 'react-router';
import { isEmailAddress } from '#lib/email-address.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { MAX_LENGTH } from '../model/rule-office.ts';
import type { MistakeResponse } from '../model/rule-office-contract.ts';

/** Mistakes that visitors reported. */
export function MistakeList({ mistakes }: { mistakes: MistakeResponse[] }) {
  const t = useTranslator();
  if (mistakes.length === 0)
    return <p className="rounded-lg border border-line bg-surface p-6 text-ink-soft">{t('admin.rules.noMistakes')}</p>;
  return (
    <ul className="grid gap-3">
      {mistakes.map((mistake) => (
        <Mistake key={mistake.id} mistake={mistake} />
      ))}
    </ul>
  );
}

function Mistake({ mistake }: { mistake: MistakeResponse }) {
  const t = useTranslator();
  const { id, country, ruleId, listingId, text, contact, reportedAt, doneAt, answer, answeredAt } = mistake;
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="font-semibold">{t.region(country)}</h2>
        <StatusTag status={doneAt ? 'completed' : 'pending'}>
          {t(doneAt ? 'admin.rules.mistake.done' : 'admin.rules.mistake.open')}
        </StatusTag>
      </div>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
      <ul className="grid gap-1 text-ink-soft text-sm">
        <li>
          <UtcTime time={reportedAt} />
        </li>
        {ruleId && (
          <li>
            <Link to={{ search: `?list=rules&edit=${ruleId}` }} className={TEXT_LINK}>
              {t('admin.rules.mistake.rule', { id: ruleId })}
            </Link>
          </li>
        )}
        {listingId !== null && <li>{t('admin.rules.mistake.car', { id: String(listingId) })}</li>}
        {contact && <li className="wrap-anywhere">{t('admin.rules.mistake.contact', { contact })}</li>}
      </ul>
      {answer && answeredAt && (
        <div className="grid gap-1 rounded-md bg-sunken p-3">
          <p className="text-ink-soft text-sm">{t('admin.rules.mistake.answered', { time: t.utcTime(answeredAt) })}</p>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {answer}
          </p>
        </div>
      )}
      {!answer && contact && isEmailAddress(contact) && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center text-link">
            {t('admin.rules.mistake.answer')}
          </summary>
          <ActionForm name="answer" className="grid gap-3">
            <input type="hidden" name="id" value={id} />
            <TextAreaField
              name="text"
              label={t('admin.rules.mistake.answer')}
              hint={t('admin.rules.mistake.answerHint', { contact })}
              maxLength={MAX_LENGTH.answer}
              rows={4}
            />
            <SubmitButton busy={t('admin.rules.saving')}>{t('admin.rules.mistake.send')}</SubmitButton>
          </ActionForm>
        </details>
      )}
      <ActionForm name="close">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="done" value={doneAt ? 'no' : 'yes'} />
        <SubmitButton kind="quiet" busy={t('admin.rules.saving')}>
          {t(doneAt ? 'admin.rules.mistake.reopen' : 'admin.rules.mistake.close')}
        </SubmitButton>
      </ActionForm>
    </li>
  );
}
