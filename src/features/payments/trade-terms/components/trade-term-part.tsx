import { Link } from 'react-router';
import { portName } from '#features/customs/import-rules/model/ports.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { tradeTermPath } from '../client/trade-term-client.ts';
import { LINE_KINDS, totalOf } from '../model/trade-term.ts';
import type { TradeOffer, TradeTermsResponse } from '../model/trade-term-contract.ts';

/** The name of a trade term with its port or place. */
export function termName({ term, port, place }: Pick<TradeOffer, 'term' | 'port' | 'place'>, t: Translator): string {
  return t(`orders.term.${term}`, { port: portName(port ?? ''), place });
}

/** How far we ship the cars of an order and what that costs, for its buyer. */
export function TradeTermPart({ orderId, terms }: { orderId: number; terms: TradeTermsResponse }) {
  const t = useTranslator();
  const { term, lines, closed, total_cents: total } = terms;
  const kinds = LINE_KINDS.map((kind) => ({ kind, cents: totalOf(lines.filter((line) => line.kind === kind)) }));
  return (
    <>
      {term !== null && (
        <div className="grid gap-1">
          <p className="font-semibold">{termName({ ...terms, term }, t)}</p>
          <p className="text-ink-soft text-sm">{t(`orders.term.about.${term}`)}</p>
        </div>
      )}
      {total > 0 && <TradeLines lines={kinds.filter(({ cents }) => cents > 0)} total={total} />}
      {closed === null && (
        <Link to={tradeTermPath(orderId)} className={`${TEXT_LINK} justify-self-start`}>
          {t(term === null || term === 'FOB' ? 'orders.term.ask' : 'orders.term.change')}
        </Link>
      )}
      {(closed === 'no_country' || closed === 'no_rates') && (
        <p className="text-ink-soft text-sm">{t(`orders.term.closed.${closed}`)}</p>
      )}
    </>
  );
}

type TradeLinesProps = { lines: TradeOffer['lines']; total: number };

function TradeLines({ lines, total }: TradeLinesProps) {
  const t = useTranslator();
  return (
    <dl className="figures grid gap-1 text-sm">
      {lines.map(({ kind, cents }) => (
        <div key={kind} className="flex justify-between gap-4">
          <dt>{t(`orders.line.${kind}`)}</dt>
          <dd>{t.cents(cents)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
        <dt>{t('orders.line.total')}</dt>
        <dd>{t.cents(total)}</dd>
      </div>
    </dl>
  );
}
