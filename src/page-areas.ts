import type { MessageArea } from '#lib/i18n/translator.ts';
import { paths } from './paths.ts';

/** The areas of messages that pages need besides `every-page`, by the beginning of their route id, or with $ the whole one. Those of a layout count for its pages. */
const AREAS: [beginning: string, ...areas: MessageArea[]][] = [
  ['routes/people/', 'people'],
  ['routes/people/dashboard', 'orders', 'orders-parties', 'payments', 'aftersales-reviews', 'catalog-sell'],
  ['routes/aftersales/promise', 'aftersales-claims'],
  ['routes/aftersales/claims/', 'aftersales-claims'],
  ['routes/aftersales/claims/my-claims', 'bookkeeping-payouts'],
  ['routes/orders/order$', 'aftersales-claims'],
  ['routes/admin/aftersales/admin-claims', 'aftersales-admin-claims', 'aftersales-claims', 'shipping-documents'],
  ['routes/bookkeeping/', 'bookkeeping-payouts'],
  ['routes/payments/payout-account', 'bookkeeping-payouts'],
  ['routes/payments/payout-account', 'people', 'office-screens'],
  ['routes/orders/order', 'orders'],
  ['routes/orders/hold-card', 'orders'],
  ['routes/orders/pay-order', 'orders'],
  ['routes/orders/order$', 'orders-slips', 'payments-trade-terms', 'payments-transfers'],
  ['routes/orders/order-transport', 'payments-trade-terms'],
  ['routes/orders/order-consignee', 'people', 'payments', 'payments-transfers'],
  ['routes/orders/order', 'orders-parties'],
  [
    'routes/orders/order$',
    'shipping-documents',
    'shipping-handovers',
    'aftersales-order-reviews',
    'aftersales-reviews',
    'shipping',
  ],
  ['routes/conversations/', 'conversations'],
  ['routes/shipping/', 'shipping-handovers', 'shipping', 'shipping-yard'],
  ['routes/orders/pay-order', 'payments', 'payments-transfers'],
  ['routes/orders/hold-card', 'payments'],
  ['routes/orders/cancel-consignee', 'orders-parties'],
  ['routes/orders/contract', 'orders-parties'],
  ['routes/catalog/compare', 'catalog-car', 'catalog-compare', 'catalog-together'],
  ['routes/catalog/explore', 'catalog-filters'],
  ['routes/catalog/sell', 'catalog-car', 'catalog-sell'],
  ['routes/home', 'catalog-filters'],
  ['routes/catalog/import/', 'catalog-landed-cost'],
  ['routes/catalog/import/import-country', 'customs-glossary'],
  ['routes/catalog/import/landed-quote', 'customs-glossary'],
  ['routes/aftersales/booking-import', 'payments'],
  ['routes/payments/checkout/', 'payments'],
  ['routes/payments/checkout/', 'payments-transfers'],
  ['routes/payments/checkout/pay-by-transfer', 'people'],
  ['routes/aftersales/booking-import', 'customs-glossary', 'catalog-landed-cost'],
  [
    'routes/aftersales/seller',
    'aftersales-order-reviews',
    'aftersales-reviews',
    'aftersales-sellers',
    'catalog-together',
  ],
  ['routes/site/content/', 'site-content'],
  ['routes/site/offline', 'offline', 'shipping'],
  ['routes/site/verify/verify$', 'site-verify'],
  [paths.verifyCode, 'site-verify'],
  [paths.usedCars, 'catalog-browse'],
  [paths.rentCars, 'catalog-browse'],
  ['routes/layouts/admin/', 'office'],
  ['routes/people/admin-login', 'people', 'office'],
  ['routes/people/admin-invitation', 'people', 'office', 'office-screens'],
  ['routes/admin/people/approvals', 'office-screens'],
  ['routes/admin/customs/', 'customs-admin'],
  ['routes/admin/site/admin-messages', 'conversations', 'conversations-admin'],
  ['routes/admin/site/bank-accounts', 'office-screens'],
  ['routes/admin/bookkeeping/bank-statements', 'bookkeeping-admin-statements', 'orders-slips'],
  ['routes/admin/site/documents', 'office-screens'],
  ['routes/admin/payments/order-terms', 'payments-admin-terms'],
  ['routes/admin/people/watch-lists', 'people-admin-watch-lists'],
  ['routes/admin/site/operator', 'office-screens'],
  [
    'routes/admin/shipping/shipment-board',
    'orders-admin-sales',
    'shipping-admin',
    'shipping-documents',
    'shipping-handovers',
    'aftersales-order-reviews',
    'aftersales-reviews',
    'shipping',
  ],
  ['routes/admin/shipping/sailings', 'shipping-admin', 'shipping'],
  ['routes/admin/bookkeeping/payouts', 'bookkeeping-payouts'],
  ['routes/admin/bookkeeping/books', 'office-screens', 'bookkeeping-books'],
  ['routes/admin/people/people', 'people', 'office-screens'],
  ['routes/admin/office/retention', 'office-screens'],
  ['routes/admin/site/system-status', 'site-admin-system'],
  ['routes/admin/office/admin-dashboard', 'catalog-admin', 'orders-admin', 'catalog-sell'],
  ['routes/admin/aftersales/booking-management', 'catalog-admin', 'orders-admin', 'catalog-sell', 'payments-transfers'],
  ['routes/admin/catalog/car-management', 'catalog-admin', 'catalog-filters', 'catalog-sell'],
  ['routes/admin/catalog/moderation', 'catalog-admin', 'catalog-sell'],
  ['routes/admin/catalog/vehicle-names', 'catalog-admin-names'],
  [
    'routes/admin/orders/',
    'catalog-admin',
    'orders-admin',
    'orders-admin-sales',
    'shipping-handovers',
    'orders',
    'orders-parties',
    'orders-slips',
    'payments-transfers',
  ],
  ['routes/admin/payments/payment-management', 'orders-admin'],
  ['routes/admin/aftersales/review-management', 'aftersales-reviews'],
  ['routes/admin/people/admin-security', 'people'],
  ['routes/admin/people/user-management', 'people'],
];

/** The areas that a page made of some routes needs. */
export function areasOf(routeIds: readonly string[]): MessageArea[] {
  const needed = AREAS.filter(([beginning]) => routeIds.some((id) => `${id}$`.startsWith(beginning)));
  return [...new Set<MessageArea>(['every-page', ...needed.flatMap(([, ...areas]) => areas)])];
}

/** The areas that parts of pages load when they are first shown. */
export const LATER_AREAS: readonly MessageArea[] = [
  'catalog-landed-cost',
  'customs-glossary',
  'catalog-car',
  'aftersales-reviews',
];

/** The areas that any page or part of it needs. */
export function areasOfAllPages(): MessageArea[] {
  return [...new Set([...areasOf(AREAS.map(([beginning]) => beginning)), ...LATER_AREAS])];
}
