import { useState } from 'react';
import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ImportResponse } from '../model/import-contract.ts';

type SummaryProps = { answer: ImportResponse; busy: boolean; onImport: (leavesOut: boolean, same: Same) => void };
/** Whether each line that was asked about is the stored one, by its key. */
export type Same = Record<string, boolean>;

/** The result of an import or of its dry run. */
export function ImportSummary({ answer, busy, onImport }: SummaryProps) {
  const t = useTranslator();
  const [leavesOut, setLeavesOut] = useState(false);
  const { outcome, statements, lines, already_imported, refused_count: refused } = answer;
  const fresh = statements.reduce((sum, { new_lines }) => sum + new_lines, 0);
  const [same, setSame] = useState<Same>({});
  const isDone = outcome === 'imported';
  const isOpen = answer.asked.some(({ key }) => !Object.hasOwn(same, key));
  const isBlocked = (refused > 0 && !leavesOut) || isOpen;
  const added = fresh + Object.values(same).filter((isSame) => !isSame).length;
  return (
    <section className="grid grid-cols-1 gap-5" aria-label={t('admin.statements.import.result')}>
      {isDone && (
        <p className="flex items-start gap-2 rounded-md border border-verified bg-verified-ground p-4 text-verified">
          <Icon name="check" className="mt-0.5 size-5 shrink-0" />
          {t('admin.statements.import.done', { count: fresh })}
        </p>
      )}
      {already_imported && !isDone && <Note>{t('admin.statements.import.already')}</Note>}
      {statements.map((statement) => (
        <StatementCard
          key={`${statement.account}${statement.currency}${statement.number}${statement.to_on}`}
          statement={statement}
        />
      ))}
      {lines.length > 0 && <NewLines lines={lines} count={fresh} />}
      {refused > 0 && <RefusedRows answer={answer} />}
      {answer.left_out.length > 0 && <LeftOutRows answer={answer} />}
      {!isDone && answer.asked.length > 0 && (
        <AskedLines asked={answer.asked} same={same} onAnswer={(key, isSame) => setSame({ ...same, [key]: isSame })} />
      )}
      {!isDone && refused > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={leavesOut}
            onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
            className="size-5.5 shrink-0 accent-link"
          />
          {t('admin.statements.import.leaveOut', { count: refused })}
        </label>
      )}
      {!isDone && (
        <Button
          kind="action"
          className="justify-self-start"
          aria-disabled={busy || isBlocked || added === 0 || undefined}
          onClick={() => !busy && !isBlocked && added > 0 && onImport(leavesOut, same)}
        >
          {added === 0 && !isOpen
            ? t('admin.statements.import.nothing')
            : t('admin.statements.import.go', { count: added })}
        </Button>
      )}
    </section>
  );
}

/** Rows that are no line of the account, so that all rows of the file are accounted for. */
function LeftOutRows({ answer: { left_out: leftOut, other_accounts: accounts } }: { answer: ImportResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-2">
      <h3>{t('admin.statements.import.leftOut')}</h3>
      <ul className="grid list-disc gap-1 ps-5">
        {leftOut.map(({ reason, rows, first }) => (
          <li key={reason}>
            {t(`admin.statements.leftOut.${reason}`, { count: rows, first: String(first) })}
            {reason === 'otherAccount' && ` ${t.list(accounts)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

type AskedProps = {
  asked: ImportResponse['asked'];
  same: Same;
  onAnswer: (key: string, isSame: boolean) => void;
};

/** Lines with the day and amount of a stored one, side by side with it. */
function AskedLines({ asked, same, onAnswer }: AskedProps) {
  const t = useTranslator();
  return (
    <div className="grid gap-4">
      <h3>{t('admin.statements.import.asked')}</h3>
      <p className="max-w-prose">{t('admin.statements.import.askedText')}</p>
      {asked.map(({ key, booked_on, cents, currency, text, stored_text, stored_file }) => (
        <fieldset key={key} className="grid gap-2 rounded-lg border border-line bg-surface p-4">
          <legend className="figures font-semibold">
            {t.date(booked_on)} · {t.amount(cents, currency)}
          </legend>
          <dl className="grid gap-4 sm:grid-cols-2">
            <div>
              <dt className="text-ink-soft text-sm">{t('admin.statements.import.inFile')}</dt>
              <dd className="wrap-anywhere">{text || '–'}</dd>
            </div>
            <div>
              <dt className="text-ink-soft text-sm">
                {t('admin.statements.import.inBooks', { file: stored_file || '–' })}
              </dt>
              <dd className="wrap-anywhere">{stored_text || '–'}</dd>
            </div>
          </dl>
          {[true, false].map((isSame) => (
            <label key={String(isSame)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={key}
                checked={same[key] === isSame}
                onChange={() => onAnswer(key, isSame)}
                className="size-5.5 shrink-0 accent-link"
              />
              {t(isSame ? 'admin.statements.import.isSame' : 'admin.statements.import.isNew')}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-4">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-waiting" />
      <span>{children}</span>
    </p>
  );
}

function StatementCard({ statement }: { statement: ImportResponse['statements'][number] }) {
  const t = useTranslator();
  const { number, currency, from_on, to_on, opening_cents, closing_cents, new_lines, known_lines, pending_lines } =
    statement;
  const days =
    from_on === to_on ? t.date(from_on) : t('admin.statements.days', { from: t.date(from_on), to: t.date(to_on) });
  const figures: [string, string][] = [
    [t('admin.statements.import.new'), t.number(new_lines)],
    [t('admin.statements.import.known'), t.number(known_lines)],
    [t('admin.statements.import.pending'), t.number(pending_lines)],
    [t('admin.statements.import.opening'), opening_cents === null ? '–' : t.amount(opening_cents, currency)],
    [t('admin.statements.import.closing'), closing_cents === null ? '–' : t.amount(closing_cents, currency)],
  ];
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div>
        <h2 className="text-lg">{days}</h2>
        <p className="figures text-ink-soft text-sm">
          {ownAccount(statement)} ·{' '}
          {/^(?:csv|ofx)-/.test(number) ? t('admin.statements.import.table') : t('admin.statements.number', { number })}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="figures font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {statement.missing_before && <Note>{t('admin.statements.missing')}</Note>}
    </div>
  );
}

function NewLines({ lines, count }: { lines: ImportResponse['lines']; count: number }) {
  const t = useTranslator();
  const columns: Column<ImportResponse['lines'][number]>[] = [
    { id: 'day', head: t('admin.statements.column.day'), isName: false, cell: ({ booked_on }) => t.date(booked_on) },
    {
      id: 'payer',
      head: t('admin.statements.column.payer'),
      isName: true,
      cell: ({ counterparty }) => counterparty ?? t('admin.statements.noPayer'),
    },
    {
      id: 'text',
      head: t('admin.statements.column.text'),
      cell: ({ text }) => <span className="wrap-anywhere line-clamp-2">{text || '–'}</span>,
    },
    {
      id: 'amount',
      head: t('admin.statements.column.amount'),
      figures: true,
      cell: ({ cents, currency }) => <span className="whitespace-nowrap">{t.amount(cents, currency)}</span>,
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-2">
      <h2 className="text-lg">
        {count > lines.length
          ? t('admin.statements.import.first', { count: t.number(lines.length) })
          : t('admin.statements.import.lines', { count: lines.length })}
      </h2>
      <DataTable
        caption={t('admin.statements.import.new')}
        columns={columns}
        rows={lines}
        keyOf={(line) => lines.indexOf(line)}
        empty=""
        withoutControls
      />
    </div>
  );
}

function RefusedRows({ answer: { refused, refused_count } }: { answer: ImportResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-3 rounded-lg border border-danger bg-danger-ground p-4">
      <h2 className="font-semibold text-danger">{t('admin.statements.import.refused', { count: refused_count })}</h2>
      <ul className="grid gap-2 text-sm">
        {refused.slice(0, 10).map(({ row, problem, text }) => (
          <li key={row}>
            <span className="font-semibold">
              {t('admin.statements.import.row', {
                row: String(row),
                problem: t(`admin.statements.problem.${problem}`),
              })}
            </span>
            <span className="wrap-anywhere block text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
