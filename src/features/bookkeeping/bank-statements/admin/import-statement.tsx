import { useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { ImportResponse, MappingsResponse } from '#features/bookkeeping/bank-statements/model/import-contract.ts';
import type { StatementMapping } from '#features/bookkeeping/bank-statements/model/statement-mapping.ts';
import { statementCalls } from '#features/bookkeeping/office-calls.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';
import { ImportSummary, type Same } from './import-summary.tsx';
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
            key={`${file.name}${file.size}${preview.sheet ?? ''}`}
            preview={preview}
            mappings={mappings}
            busy={busy}
            onRead={(how) => void send(file, { isDryRun: true, ...how })}
            onSheet={(sheet) => void send(file, { isDryRun: true, sheet })}
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

type ImportOptions = {
  isDryRun: boolean;
  leavesOut?: boolean;
  mapping?: StatementMapping | null;
  mappingId?: number | null;
  sheet?: string | null;
  same?: Same;
};
type ImportAnswer = { done: ImportResponse } | { refused: string };

/** Sends a statement to be checked or imported. Returns the sentence with which it is refused. */
async function sendStatement(
  t: Translator,
  file: File,
  { isDryRun, leavesOut = false, mapping = null, mappingId = null, sheet = null, same = {} }: ImportOptions,
): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('dry_run', String(isDryRun));
  form.append('leave_out', String(leavesOut));
  form.append('same', JSON.stringify(same));
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  else if (mappingId !== null) form.append('mapping_id', String(mappingId));
  if (sheet !== null) form.append('sheet', sheet);
  form.append('file', file);
  try {
    return { done: await sendForm(statementCalls.import, form) };
  } catch (error) {
    if (!isApiFailure(error)) return { refused: t('ui.unreachable') };
    const problems = Object.values(error.fields);
    return { refused: [error.message, ...problems].join(' ') };
  }
}
