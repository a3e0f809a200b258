import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { LoadedResponse, SailingRow } from '../model/board-contract.ts';

const TONES: Record<SailingRow['outcome'], string> = {
  added: 'active',
  there: 'confirmed',
  moved: 'waiting',
  problem: 'failed',
};

/** What happens, or has happened, to each car of a list. */
export function SailingRows({ loaded: { rows, saved } }: { loaded: LoadedResponse }) {
  const t = useTranslator();
  const problems = rows.filter(({ problem }) => problem !== null).length;
  const summary = saved
    ? t('admin.sailings.saved', { count: rows.length })
    : problems > 0
      ? t('admin.sailings.problems', { count: problems })
      : t('admin.sailings.checked', { count: rows.length });
  return (
    <section className="grid gap-2">
      <p className="font-semibold">{summary}</p>
      <ul className="grid gap-1">
        {rows.map(({ row, car, number, outcome, problem }) => (
          <li key={row} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="figures w-8 text-end text-ink-soft">{row}</span>
            <span className="figures wrap-anywhere font-semibold">{car}</span>
            {number && number !== car && <span className="figures text-ink-soft">{number}</span>}
            <StatusTag status={TONES[outcome]}>{t(`admin.sailings.outcome.${outcome}`)}</StatusTag>
            {problem && <span className="text-danger">{problem}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
