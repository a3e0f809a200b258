import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { LineState } from '../model/line-match.ts';
import type { LinesResponse } from '../model/statement-contract.ts';

/** How much money waits to be matched, in each currency, and since when. */
export function LineFigures({ figures, state }: { figures: LinesResponse['figures']; state: LineState }) {
  const t = useTranslator();
  const amounts = (of: 'in_cents' | 'out_cents' | 'set_aside_cents') => [
    t.cents(figures[of]),
    ...figures.foreign.filter((each) => each[of] !== 0).map((each) => t.amount(each[of], each.currency)),
  ];
  const shown: [name: string, values: string[]][] =
    state === 'set_aside'
      ? [[t('admin.statements.figure.aside'), amounts('set_aside_cents')]]
      : [
          [t('admin.statements.figure.in'), amounts('in_cents')],
          [t('admin.statements.figure.out'), amounts('out_cents')],
          [t('admin.statements.figure.oldest'), [figures.oldest_on === null ? '–' : t.date(figures.oldest_on)]],
        ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
      {shown.map(([name, values]) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-ink-soft text-sm">{name}</dt>
          {values.map((value) => (
            <dd key={value} className="figures font-semibold text-lg">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
