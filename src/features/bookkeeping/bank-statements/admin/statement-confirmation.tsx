import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Facts } from '#ui/admin/side-panel.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { StoredStatementResponse } from '../model/stored-statement-contract.ts';

type StatementProps = { statement: StoredStatementResponse };

export const daysOf = ({ from_on, to_on }: StoredStatementResponse, t: Translator) =>
  from_on === to_on ? t.date(from_on) : t('admin.statements.days', { from: t.date(from_on), to: t.date(to_on) });

/** Side panel content of a statement: its figures, and the button of a second person who has compared them with the bank. */
export function StatementDetails({ statement }: StatementProps) {
  const t = useTranslator();
  const { confirmed_by, confirmed_at } = statement;
  return (
    <div className="grid gap-6">
      <Figures statement={statement} />
      {confirmed_at ? (
        <p>
          {t('admin.statements.second.by', { name: confirmed_by ?? '' })} <UtcTime time={confirmed_at} />
        </p>
      ) : (
        <Confirmation statement={statement} />
      )}
    </div>
  );
}

/** Says that a line waits for its statement to be confirmed. A user who may confirm it sees the figures to compare. */
export function StatementToConfirm({ statement }: StatementProps) {
  return (
    <div className="grid gap-4 rounded-lg border border-waiting bg-waiting-ground p-4">
      {statement.problem === null && <Figures statement={statement} />}
      <Confirmation statement={statement} />
    </div>
  );
}

function Confirmation({ statement: { id, problem, limit_cents, to_confirm } }: StatementProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-4" aria-labelledby={`confirm-${id}`}>
      <h3 id={`confirm-${id}`} className="text-lg">
        {t(to_confirm ? 'admin.statements.second.title' : 'admin.statements.second.notYet')}
      </h3>
      <p>{t('admin.statements.second.why', { limit: t.cents(limit_cents) })}</p>
      {problem === null ? (
        <ActionForm name="confirm" className="grid gap-4">
          <input type="hidden" name="statement" value={id} />
          <p>{t('admin.statements.second.how')}</p>
          <SubmitButton busy={t('admin.statements.second.busy')}>{t('admin.statements.second.button')}</SubmitButton>
        </ActionForm>
      ) : (
        <p>{problem}</p>
      )}
    </section>
  );
}

/** The figures that the bank's own site shows as well. */
function Figures({ statement }: StatementProps) {
  const t = useTranslator();
  const { currency, opening_cents, closing_cents, in_cents, out_cents, lines, largest_lines } = statement;
  const balance = (cents: number | null) =>
    cents === null ? t('admin.statements.second.noBalance') : t.amount(cents, currency);
  return (
    <>
      <Facts
        facts={[
          [t('admin.statements.field.ourAccount'), ownAccount(statement)],
          [t('admin.statements.column.days'), daysOf(statement, t)],
          [t('admin.statements.import.opening'), balance(opening_cents)],
          [t('admin.statements.import.closing'), balance(closing_cents)],
          [t('admin.statements.import.new'), t.number(lines)],
          [t('admin.statements.second.in'), t.amount(in_cents, currency)],
          [t('admin.statements.second.out'), t.amount(-out_cents, currency)],
          [
            t('admin.statements.column.imported'),
            <span key="imported">
              {statement.imported_by} · <UtcTime time={statement.imported_at} />
            </span>,
          ],
        ]}
      />
      {largest_lines.length > 0 && <LargestLines statement={statement} />}
    </>
  );
}

function LargestLines({ statement: { largest_lines, currency } }: StatementProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.statements.second.largest')}</h3>
      <ul className="grid gap-2">
        {largest_lines.map(({ booked_on, cents, counterparty, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never change
          <li key={at} className="wrap-anywhere border-line border-b pb-2">
            <span className="flex flex-wrap justify-between gap-x-4">
              {t.date(booked_on)} <span className="figures font-semibold">{t.amount(cents, currency)}</span>
            </span>
            <span className="text-ink-soft text-sm">{[counterparty, text].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
