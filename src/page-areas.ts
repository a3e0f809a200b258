import type { MessageArea } from '#lib/i18n/translator.ts';
import { paths } from './paths.ts';

/** The areas of messages that pages need besides `site`, by the beginning of their route id, or with $ the whole one. Those of a layout count for its pages. */
const AREAS: [beginning: string, ...areas: MessageArea[]][] = [
  ['routes/people/', 'account'],
  ['routes/people/dashboard', 'orders', 'parties', 'payment', 'reviews', 'sell'],
  ['routes/aftersales/promise/', 'claims'],
  ['routes/aftersales/claims/', 'claims'],
  ['routes/aftersales/claims/my-claims', 'payouts'],
  ['routes/orders/order$', 'claims'],
  ['routes/admin/aftersales/claim-queue', 'admin-claims', 'claims', 'document-room'],
  ['routes/bookkeeping/', 'payouts'],
  ['routes/payments/payout-account', 'payouts'],
  ['routes/payments/payout-account', 'account', 'admin-office'],
  ['routes/orders/order', 'orders'],
  ['routes/orders/hold-card', 'orders'],
  ['routes/orders/pay-order', 'orders'],
  ['routes/orders/order$', 'slips', 'trade-terms', 'transfers'],
  ['routes/orders/order-transport', 'trade-terms'],
  ['routes/orders/order-consignee', 'account', 'payment', 'transfers'],
  ['routes/orders/order', 'parties'],
  ['routes/orders/order$', 'document-room', 'handovers', 'order-reviews', 'reviews', 'shipments'],
  ['routes/shipping/', 'handovers', 'shipments', 'yard'],
  ['routes/orders/pay-order', 'payment', 'transfers'],
  ['routes/orders/hold-card', 'payment'],
  ['routes/orders/consignees/', 'parties'],
  ['routes/orders/contracts/', 'parties'],
  ['routes/catalog/compare', 'compare', 'together'],
  ['routes/catalog/explore', 'filters'],
  ['routes/catalog/sell-car', 'sell'],
  ['routes/home', 'filters'],
  ['routes/catalog/import/', 'landed'],
  ['routes/catalog/import/import-country', 'glossary'],
  ['routes/catalog/import/landed-quote', 'glossary'],
  ['routes/aftersales/booking-import', 'payment'],
  ['routes/payments/checkout/', 'payment'],
  ['routes/payments/checkout/', 'transfers'],
  ['routes/payments/checkout/pay-by-transfer', 'account'],
  ['routes/aftersales/booking-import', 'glossary', 'landed'],
  ['routes/aftersales/sellers/', 'order-reviews', 'reviews', 'sellers', 'together'],
  ['routes/site/content/', 'content'],
  ['routes/offline', 'offline', 'shipments'],
  ['routes/site/verify/verify-document', 'verify'],
  [paths.verifyCode, 'verify'],
  [paths.buyCar, 'price-position', 'reviews'],
  [paths.rentCar, 'price-position', 'reviews'],
  [paths.usedCars, 'browse'],
  [paths.rentCars, 'browse'],
  ['routes/layouts/admin/', 'admin'],
  ['routes/admin/people/admin-login', 'account', 'admin'],
  ['routes/admin/people/admin-invitation', 'account', 'admin', 'admin-office'],
  ['routes/admin/people/approvals', 'admin-office'],
  ['routes/admin/customs/', 'admin-import'],
  ['routes/admin/site/bank-accounts', 'admin-office'],
  ['routes/admin/bookkeeping/bank-statements', 'admin-statements', 'slips'],
  ['routes/admin/site/documents', 'admin-office'],
  ['routes/admin/payments/order-terms', 'admin-terms'],
  ['routes/admin/people/watch-lists', 'admin-watch'],
  ['routes/admin/site/operator', 'admin-office'],
  [
    'routes/admin/shipping/shipment-board',
    'admin-sales',
    'admin-shipments',
    'document-room',
    'handovers',
    'order-reviews',
    'reviews',
    'shipments',
  ],
  ['routes/admin/shipping/sailings', 'admin-shipments', 'shipments'],
  ['routes/admin/bookkeeping/payouts', 'payouts'],
  ['routes/admin/bookkeeping/books', 'admin-office', 'books'],
  ['routes/admin/people/people', 'account', 'admin-office'],
  ['routes/admin/office/retention', 'admin-office'],
  ['routes/admin/site/system-status', 'admin-system'],
  ['routes/admin/office/admin-dashboard', 'admin-cars', 'admin-orders', 'sell'],
  ['routes/admin/aftersales/booking-management', 'admin-cars', 'admin-orders', 'sell'],
  ['routes/admin/catalog/car-management', 'admin-cars', 'sell'],
  ['routes/admin/catalog/moderation', 'admin-cars', 'sell'],
  ['routes/admin/orders/', 'admin-cars', 'admin-orders', 'admin-sales', 'handovers', 'orders', 'parties', 'slips'],
  ['routes/admin/payments/payment-management', 'admin-orders'],
  ['routes/admin/aftersales/review-management', 'reviews'],
  ['routes/admin/people/security', 'account'],
  ['routes/admin/people/user-management', 'account'],
];

/** The areas that a page made of some routes needs. */
export function areasOf(routeIds: readonly string[]): MessageArea[] {
  const needed = AREAS.filter(([beginning]) => routeIds.some((id) => `${id}$`.startsWith(beginning)));
  return [...new Set<MessageArea>(['site', ...needed.flatMap(([, ...areas]) => areas)])];
}

/** The areas that parts of pages load when they are first shown. */
export const LATER_AREAS: readonly MessageArea[] = ['landed', 'glossary'];

/** The areas that any page or part of it needs. */
export function areasOfAllPages(): MessageArea[] {
  return [...new Set([...areasOf(AREAS.map(([beginning]) => beginning)), ...LATER_AREAS])];
}
