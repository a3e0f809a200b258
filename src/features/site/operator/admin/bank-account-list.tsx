import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import { type BankAccount, groupedAccount, type InvoiceGap } from '../model/bank-account.ts';
import type { BankAccountProposal, BankAccountVersion } from '../model/bank-account-contract.ts';

/** The status words of StatusTag that have the fitting colors. */
const TONE = { in_force: 'active', pending: 'pending', replaced: 'confirmed', canceled: 'cancelled' } as const;

/** Says what has to be entered before invoices can be issued. */
export function InvoiceGaps({ missing }: { missing: InvoiceGap[] }) {
  const t = useTranslator();
  if (missing.length === 0) return null;
  const what = t.list(missing.map((gap) => t(`admin.bank.missing.${gap}`)));
  return (
    <p className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-waiting" />
      <span>
        {t('admin.bank.missing', { what })}{' '}
        {missing.some((gap) => gap !== 'bankAccount') && (
          <Link to={paths.operator} className={TEXT_LINK}>
            {t('admin.bank.enterOperator')}
          </Link>
        )}
      </span>
    </p>
  );
}

const CARD = 'grid gap-3 rounded-lg border border-line bg-surface p-5';

/** A proposal that waits for a second person. */
export function ProposedAccount({ proposal }: { proposal: BankAccountProposal }) {
  const t = useTranslator();
  return (
    <section className={CARD} aria-label={t('admin.bank.proposal')}>
      <Head title={t('admin.bank.proposal')}>
        <StatusTag status="pending">{t('admin.bank.state.proposed')}</StatusTag>
      </Head>
      <Details account={proposal} />
      <p className="text-ink-soft text-sm">
        {t('admin.bank.proposedBy', { name: proposal.proposedBy })} <UtcTime time={proposal.proposedAt} />
      </p>
      <p>
        <Link to={paths.approvals} className={TEXT_LINK}>
          {t('admin.bank.toApprovals')}
        </Link>
      </p>
    </section>
  );
}

/** All versions, the newest first. A pending one has a button that cancels it. */
export function BankAccountList({ versions }: { versions: BankAccountVersion[] }) {
  const t = useTranslator();
  if (versions.length === 0) return <p className={`${CARD} text-ink-soft`}>{t('admin.bank.none')}</p>;
  return (
    <ol className="grid gap-3">
      {versions.map((version) => (
        <li key={version.version} className={CARD}>
          <Version version={version} />
        </li>
      ))}
    </ol>
  );
}

function Version({ version }: { version: BankAccountVersion }) {
  const t = useTranslator();
  const { state, isDemo, proposedBy, approvedBy, approvedAt, effectiveAt, canceledBy, canceledAt } = version;
  return (
    <>
      <Head title={t('admin.bank.version', { version: version.version })}>
        <StatusTag status={TONE[state]}>{t(`admin.bank.state.${state}`)}</StatusTag>
      </Head>
      {isDemo && <p className="font-semibold text-waiting">{t('admin.bank.demo')}</p>}
      <Details account={version} />
      <ul className="grid gap-1 text-ink-soft text-sm">
        {proposedBy !== null && <li>{t('admin.bank.proposedBy', { name: proposedBy })}</li>}
        {approvedBy !== null && (
          <li>
            {t('admin.bank.approvedBy', { name: approvedBy })} <UtcTime time={approvedAt} />
          </li>
        )}
        <li>
          {t('admin.bank.effectiveAt')} <UtcTime time={effectiveAt} />
        </li>
        {canceledAt !== null && (
          <li>
            {t('admin.bank.canceledBy', { name: canceledBy ?? '' })} <UtcTime time={canceledAt} />
          </li>
        )}
      </ul>
      {state === 'pending' && (
        <ActionForm name="cancel">
          <input type="hidden" name="version" value={version.version} />
          <SubmitButton kind="danger" busy={t('admin.bank.sending')}>
            {t('admin.bank.cancel')}
          </SubmitButton>
        </ActionForm>
      )}
    </>
  );
}

function Head({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </div>
  );
}

function Details({ account: { holder, bank, account, bic } }: { account: BankAccount }) {
  const t = useTranslator();
  const rows = [
    [t('admin.bank.holder'), holder],
    [t('admin.bank.bank'), bank],
    [t('admin.bank.account'), groupedAccount(account)],
    [t('admin.bank.bic'), bic],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="wrap-anywhere figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
