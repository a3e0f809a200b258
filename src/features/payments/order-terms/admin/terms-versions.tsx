import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { TermsProposalResponse, TermsVersionResponse } from '../model/order-terms-contract.ts';
import { changesOf, TERM_NAMES, type TermChange, type TermValues } from '../model/term-values.ts';
import { changeWords, plansWords, termWords, yesNo } from '../model/terms-form.ts';

const CARD = 'grid gap-3 rounded-lg border border-line bg-surface p-5';

/** The values by which orders are made now. */
export function TermsInForce({ terms }: { terms: TermsVersionResponse }) {
  const t = useTranslator();
  const rows = [
    ...TERM_NAMES.map((field) => [t(`admin.terms.field.${field}`), termWords(t, field, terms[field])]),
    [t('admin.terms.field.requires_contract'), yesNo(t, terms.requires_contract)],
    [t('admin.terms.field.plans'), plansWords(t, terms.plans)],
    ...Object.entries(terms.country_plans).map(([country, plans]) => [
      t('admin.terms.field.country_plans', { country: t.region(country) }),
      plansWords(t, plans),
    ]),
  ];
  return (
    <section className={CARD}>
      <Head title={t('admin.terms.inForce', { version: terms.version })}>
        <StatusTag status="active">{t('admin.terms.state.inForce')}</StatusTag>
      </Head>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="wrap-anywhere figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type ProposedProps = { proposal: TermsProposalResponse; inForce: TermValues };

/** A version that waits for a second person. */
export function ProposedTerms({ proposal, inForce }: ProposedProps) {
  const t = useTranslator();
  const { version, terms, reason, proposed_by: name, proposed_at: at, expires_at: until } = proposal;
  return (
    <section className={CARD}>
      <Head title={t('admin.terms.proposal', { version })}>
        <StatusTag status="pending">{t('admin.terms.state.proposed')}</StatusTag>
      </Head>
      <Changes changes={changesOf(inForce, terms)} />
      <p className="wrap-anywhere">{t('admin.terms.reasonIs', { reason })}</p>
      <ul className="grid gap-1 text-ink-soft text-sm">
        <li>
          {t('admin.terms.proposedBy', { name })} <UtcTime time={at} />
        </li>
        <li>
          {t('admin.terms.until')} <UtcTime time={until} />
        </li>
      </ul>
      <p>
        <Link to={paths.approvals} className={TEXT_LINK}>
          {t('admin.terms.toApprovals')}
        </Link>
      </p>
    </section>
  );
}

/** All versions, the newest first, each with what it changed. */
export function TermsHistory({ versions }: { versions: TermsVersionResponse[] }) {
  const t = useTranslator();
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{t('admin.terms.history')}</h2>
      <ol className="grid gap-3">
        {versions.map((version, at) => (
          <li key={version.version} className={CARD}>
            <Version version={version} before={versions[at + 1]} isInForce={at === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type VersionProps = { version: TermsVersionResponse; before: TermsVersionResponse | undefined; isInForce: boolean };

function Version({ version, before, isInForce }: VersionProps) {
  const t = useTranslator();
  const { reason, made_at: at, proposed_by: maker, approved_by: approver } = version;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="font-semibold">{t('admin.terms.version', { version: version.version })}</h3>
        <StatusTag status={isInForce ? 'active' : 'confirmed'}>
          {t(isInForce ? 'admin.terms.state.inForce' : 'admin.terms.state.replaced')}
        </StatusTag>
      </div>
      {before ? <Changes changes={changesOf(before, version)} /> : <p>{t('admin.terms.firstVersion')}</p>}
      <p className="wrap-anywhere">{t('admin.terms.reasonIs', { reason })}</p>
      <ul className="grid gap-1 text-ink-soft text-sm">
        <li>{maker === null ? t('admin.terms.byInstallation') : t('admin.terms.proposedBy', { name: maker })}</li>
        {approver !== null && <li>{t('admin.terms.approvedBy', { name: approver })}</li>}
        <li>
          {t('admin.terms.since')} <UtcTime time={at} />
        </li>
      </ul>
    </>
  );
}

export function Changes({ changes }: { changes: TermChange[] }) {
  const t = useTranslator();
  if (changes.length === 0) return <p className="text-ink-soft">{t('admin.terms.sameValues')}</p>;
  return (
    <ul className="figures grid list-disc gap-1 ps-5" aria-label={t('admin.terms.changes')}>
      {changes.map((change) => {
        const words = changeWords(t, change);
        return <li key={words}>{words}</li>;
      })}
    </ul>
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
