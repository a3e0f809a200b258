import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { bankAccountCalls } from '../../office-calls.ts';
import { type BankAccount, groupedAccount, type InvoiceGap, MAX_ACCOUNT_LENGTH } from '../model/bank-account.ts';
import type { BankAccountProposal, BankAccountsResponse, BankAccountVersion } from '../model/operator-contract.ts';
import { bankAccountProblems, foreignAccountProblems } from '../model/operator-forms.ts';

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

const FIELDS = ['holder', 'bank', 'account', 'bic'] as const;

/** `isFirst`: the account takes effect immediately. */
export function BankAccountForm({ isFirst }: { isFirst: boolean }) {
  const t = useTranslator();
  return (
    <ActionForm name="propose" check={bankAccountProblems} className="grid max-w-xl gap-5">
      {FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`admin.bank.${name}`)}
          hint={t(`admin.bank.hint.${name}`)}
          maxLength={MAX_ACCOUNT_LENGTH[name] + SPACES}
          autoComplete="off"
        />
      ))}
      <SubmitButton busy={t('admin.bank.sending')}>
        {t(isFirst ? 'admin.bank.enter' : 'admin.bank.propose')}
      </SubmitButton>
    </ActionForm>
  );
}

/** Room for the spaces that people type. */
const SPACES = 16;

/** Our accounts in other currencies, and the form that adds one. */
export function ForeignAccounts({ foreign }: Pick<BankAccountsResponse, 'foreign'>) {
  const t = useTranslator();
  return (
    <section className="mt-4 grid gap-4" aria-labelledby="foreign-accounts">
      <h2 id="foreign-accounts" className="text-lg">
        {t('admin.bank.foreign')}
      </h2>
      <p className="max-w-prose">{t('admin.bank.foreign.text')}</p>
      {foreign.length > 0 && (
        <ul className="grid gap-3">
          {foreign.map(({ account, currency, addedBy, addedAt }) => (
            <li key={`${account} ${currency}`} className="grid gap-1 rounded-lg border border-line bg-surface p-5">
              <span className="wrap-anywhere figures font-semibold">
                {groupedAccount(account)} · {currency}
              </span>
              <span className="text-ink-soft text-sm">
                {t('admin.bank.foreign.by', { name: addedBy ?? '–' })} <UtcTime time={addedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ActionForm name="addForeign" check={foreignAccountProblems} className="grid max-w-xl gap-5">
        <TextField
          name="account"
          label={t('admin.bank.account')}
          maxLength={MAX_ACCOUNT_LENGTH.account + SPACES}
          autoComplete="off"
        />
        <TextField
          name="currency"
          label={t('admin.bank.foreign.currency')}
          hint={t('admin.bank.foreign.currencyHint')}
          maxLength={5}
          autoComplete="off"
        />
        <SubmitButton kind="quiet" busy={t('admin.bank.sending')}>
          {t('admin.bank.foreign.add')}
        </SubmitButton>
      </ActionForm>
    </section>
  );
}

/** Loader and actions of the page of bank accounts. */

export const loadBankAccounts: Load<BankAccountsResponse> = ({ api }) => api.call(bankAccountCalls.list);

const propose: FormAction = async ({ api, values: { holder = '', bank = '', account = '', bic = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.propose, { body: { holder, bank, account, bic } }));

const addForeign: FormAction = async ({ api, values: { account = '', currency = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.addForeign, { body: { account, currency } }));

const cancel: FormAction = async ({ api, values: { version = '' } }) =>
  outcomeOf(await api.call(bankAccountCalls.cancel, { params: { version } }));

export const bankAccountActions = actionByForm({ propose, addForeign, cancel });
