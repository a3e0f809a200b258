import { useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type {
  ImportResponse,
  MappingsResponse,
} from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import type { StatementMapping } from '#features/bookkeeping/bank-statements/model/statement-mapping.ts';
import { statementCalls } from '#features/bookkeeping/office-calls.ts';
import { ownAccount } from '#features/site/operator/model/bank-account.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { type Column, DataTable } from '#ui/admin/data-table.tsx';
import { Button, LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { MappingForm } from './mapping-form.tsx';

const ACCEPTED =
  '.xml,.csv,.txt,.tsv,.xlsx,.xls,.ods,.sta,.mt940,.940,.ofx,.qfx,text/xml,application/xml,text/csv,text/plain';

type State = {
  file: File;
  /** How the table is read; kept between the check and the import. */
  options: Omit<ImportOptions, 'isDryRun' | 'leavesOut'>;
  answer: ImportResponse | null;
  /** The beginning of a text table, whose columns can still be changed. */
  preview: ImportResponse['preview'];
  refused: string | null;
};

/** Checks a file that is chosen or dropped, shows what an import would do, and imports it. */
export function ImportStatement({ mappings }: { mappings: MappingsResponse }) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State | null>(null);
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const result = useRef<HTMLDivElement>(null);

  const send = async (file: File, { isDryRun, leavesOut = false, ...options }: ImportOptions) => {
    setBusy(true);
    const answer = await sendStatement(t, file, { isDryRun, leavesOut, ...options });
    setState((before) => {
      const known = before?.file === file ? before : null;
      // A refused import leaves the summary on the screen.
      const shown = 'done' in answer ? answer.done : isDryRun ? null : (known?.answer ?? null);
      const preview = shown?.preview ?? known?.preview ?? null;
      return { file, options, answer: shown, preview, refused: 'refused' in answer ? answer.refused : null };
    });
    setBusy(false);
    result.current?.focus();
    if ('done' in answer && !isDryRun) await revalidate();
  };
  const pick = ([file]: File[]) => {
    if (file && !busy) void send(file, { isDryRun: true });
  };
  const drop = {
    onDragOver: (event: React.DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      setOver(false);
      pick(Array.from(event.dataTransfer.files));
    },
  };
  const { file, options, answer = null, preview = null, refused = null } = state ?? {};
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      {mappings.accounts.length + mappings.foreign_accounts.length === 0 && (
        <p className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-4">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-waiting" />
          <span>
            {t('admin.statements.import.noAccount')}{' '}
            <Link to={paths.bankAccounts} className={TEXT_LINK}>
              {t('admin.statements.import.enterAccount')}
            </Link>
          </span>
        </p>
      )}
      <noscript>
        <p>{t('admin.statements.import.noScript')}</p>
      </noscript>
      <div
        {...drop}
        className={`noscript:hidden grid justify-items-start gap-3 rounded-lg border-2 border-dashed p-6 ${isOver ? 'border-action bg-sunken' : 'border-line-strong'}`}
      >
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="document" className="size-6 text-ink-soft" />
          {file ? file.name : t('admin.statements.import.drop')}
        </p>
        <p className="text-ink-soft text-sm">{t('admin.statements.import.formats')}</p>
        <FilePicker accept={ACCEPTED} onPick={pick}>
          {t(file ? 'admin.statements.import.other' : 'admin.statements.import.pick')}
        </FilePicker>
      </div>
      <div
        ref={result}
        tabIndex={-1}
        aria-live="polite"
        aria-busy={busy}
        className="grid grid-cols-1 gap-5 outline-none"
      >
        {busy && <p className="text-ink-soft">{t('admin.statements.import.checking')}</p>}
        {file && preview && answer?.outcome !== 'imported' && (
          <MappingForm
            key={`${file.name}${file.size}`}
            preview={preview}
            mappings={mappings}
            busy={busy}
            onRead={(how) => void send(file, { isDryRun: true, ...how })}
          />
        )}
        {refused !== null && (
          <p className="flex items-start gap-2 rounded-md border border-danger bg-danger-ground p-4 text-danger">
            <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
            {refused}
          </p>
        )}
        {file && answer && answer.outcome !== 'mapping_needed' && (
          <ImportSummary
            answer={answer}
            busy={busy}
            onImport={(leavesOut, same) => void send(file, { ...options, isDryRun: false, leavesOut, same })}
          />
        )}
        {answer?.outcome === 'imported' && (
          <LinkButton to={{ search: '' }} kind="action" className="justify-self-start">
            {t('admin.statements.import.toLines')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

type SummaryProps = { answer: ImportResponse; busy: boolean; onImport: (leavesOut: boolean, same: Same) => void };
/** Whether each line that was asked about is the stored one, by its key. */
type Same = Record<string, boolean>;

/** The result of an import or of its dry run. */
function ImportSummary({ answer, busy, onImport }: SummaryProps) {
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

type ImportOptions = {
  isDryRun: boolean;
  leavesOut?: boolean;
  mapping?: StatementMapping | null;
  mappingId?: number | null;
  same?: Same;
};
type ImportAnswer = { done: ImportResponse } | { refused: string };

/** Sends a statement to be checked or imported. Returns the sentence with which it is refused. */
async function sendStatement(
  t: Translator,
  file: File,
  { isDryRun, leavesOut = false, mapping = null, mappingId = null, same = {} }: ImportOptions,
): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('dry_run', String(isDryRun));
  form.append('leave_out', String(leavesOut));
  form.append('same', JSON.stringify(same));
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  else if (mappingId !== null) form.append('mapping_id', String(mappingId));
  form.append('file', file);
  try {
    return { done: await sendForm(statementCalls.import, form) };
  } catch (error) {
    if (!isApiFailure(error)) return { refused: t('ui.unreachable') };
    const problems = Object.values(error.fields);
    return { refused: [error.message, ...problems].join(' ') };
  }
}
