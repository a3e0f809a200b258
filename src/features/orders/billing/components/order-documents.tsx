import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

type OrderDocumentsProps = {
  order: OrderResponse;
  /** Returns the address of a booking's receipt. */
  receiptOf: (bookingId: number) => string;
};

/** Downloads of an order. Receipts are issued when they are first downloaded, so the link is there before the number. */
export function OrderDocuments({ order, receiptOf }: OrderDocumentsProps) {
  const t = useTranslator();
  const receipts = order.cars.flatMap(({ booking_id: id }) => (id === null ? [] : [receiptOf(id)]));
  const others = order.documents.filter(({ url }) => !receipts.includes(url));
  return (
    <div className="grid gap-4">
      <AccountNotice notice={order.account_notice} />
      <ul className="grid gap-2">
        {receipts.map((url) => {
          const issued = order.documents.find((document) => document.url === url);
          return (
            <DocumentLink key={url} url={url} code={issued?.code ?? null}>
              {issued ? t('orders.documents.numbered', { number: issued.number }) : t('orders.documents.receipt')}
            </DocumentLink>
          );
        })}
        {others.map(({ id, kind, number, url, code }) => (
          <DocumentLink key={id} url={url} code={code}>
            {documentTitle(kind, number, t)}
          </DocumentLink>
        ))}
      </ul>
    </div>
  );
}

type DocumentLinkProps = { url: string; code: string | null; children: React.ReactNode };

function DocumentLink({ url, code, children }: DocumentLinkProps) {
  const t = useTranslator();
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <a href={url} download className={`${TEXT_LINK} gap-2`}>
        <Icon name="document" />
        {children}
      </a>
      {code !== null && (
        <a href={`${paths.verify}/${code}`} className={`${TEXT_LINK} text-sm`}>
          {t('orders.documents.verify', { code })}
        </a>
      )}
    </li>
  );
}

function AccountNotice({ notice }: { notice: OrderResponse['account_notice'] }) {
  const t = useTranslator();
  if (!notice) return null;
  return (
    <p className="flex items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-3 font-semibold text-waiting">
      <Icon name="warning" className="mt-0.5" />
      <span>
        {notice.changes_at === null
          ? t('orders.account.replaced')
          : t('orders.account.changing', { time: t.utcTime(notice.changes_at) })}
      </span>
    </p>
  );
}

const TITLED = [
  ...(['invoice', 'credit_note', 'pro_forma', 'contract', 'handover'] as const),
  ...(['commercial_invoice', 'packing_list', 'bill_of_sale'] as const),
] as const;

/** The kind and number of a document of an order. */
export function documentTitle(kind: string, number: string, t: Translator): string {
  if (kind === 'receipt') return t('orders.documents.numbered', { number });
  const titled = TITLED.find((one) => one === kind);
  return titled ? t(`orders.documents.${titled}`, { number }) : number;
}
