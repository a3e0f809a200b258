import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { contractPath } from '../client/order-client.ts';
import { needsContract } from '../model/order.ts';
import type { OrderResponse } from '../model/order-contract.ts';

/** Asks the buyer to accept the sales contract. */
export function ContractTodo({ order }: { order: OrderResponse }) {
  const t = useTranslator();
  if (!needsContract(order)) return null;
  return (
    <section
      aria-label={t('contract.todo')}
      className="grid justify-items-start gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 md:p-5"
    >
      <h2 className="text-lg">{t('contract.todo')}</h2>
      <p className="max-w-prose">{t(order.money.next ? 'contract.todoText' : 'contract.todoPaidText')}</p>
      <LinkButton to={contractPath(order.id)}>{t('contract.todoRead')}</LinkButton>
    </section>
  );
}
