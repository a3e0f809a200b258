import { isPermitted, type Permission } from '#features/sessions/model/roles.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import type { AdminIconName } from '#ui/admin/admin-icon.tsx';

/** `needs`: the permission without which the server refuses the screen. */
type AdminLink = { to: string; words: MessageKey; icon: AdminIconName; needs?: Permission };

/** Links of the admin navigation, in order. */
const adminLinks: AdminLink[] = [
  { to: paths.adminDashboard, words: 'admin.nav.dashboard', icon: 'dashboard', needs: 'dashboard:read' },
  { to: paths.userManagement, words: 'admin.nav.users', icon: 'users', needs: 'users:read' },
  { to: paths.carManagement, words: 'admin.nav.cars', icon: 'car', needs: 'cars:read' },
  { to: paths.moderation, words: 'admin.nav.moderation', icon: 'queue', needs: 'cars:write' },
  { to: paths.bookingManagement, words: 'admin.nav.bookings', icon: 'calendar', needs: 'bookings:read' },
  { to: paths.adminOrders, words: 'admin.nav.orders', icon: 'queue', needs: 'bookings:read' },
  { to: paths.adminClaims, words: 'admin.nav.claims', icon: 'flag', needs: 'bookings:read' },
  { to: paths.shipmentBoard, words: 'admin.nav.shipments', icon: 'history', needs: 'bookings:read' },
  { to: paths.paymentManagement, words: 'admin.nav.payments', icon: 'card', needs: 'payments:read' },
  { to: paths.bankStatements, words: 'admin.nav.bankStatements', icon: 'statement', needs: 'statements:read' },
  { to: paths.reviewManagement, words: 'admin.nav.reviews', icon: 'star', needs: 'reviews:read' },
  { to: paths.adminMessages, words: 'admin.nav.messages', icon: 'mail', needs: 'messages:read' },
  { to: paths.auditLog, words: 'admin.nav.audit', icon: 'history', needs: 'audit:read' },
  { to: paths.people, words: 'admin.nav.people', icon: 'team', needs: 'people:read' },
  { to: paths.approvals, words: 'admin.nav.approvals', icon: 'check', needs: 'approvals:read' },
  { to: paths.importRules, words: 'admin.nav.importRules', icon: 'queue', needs: 'rules:read' },
  { to: paths.documents, words: 'admin.nav.documents', icon: 'edit', needs: 'documents:read' },
  { to: paths.books, words: 'admin.nav.books', icon: 'edit', needs: 'reports:read' },
  { to: paths.payouts, words: 'admin.nav.payouts', icon: 'card', needs: 'bank:read' },
  { to: paths.watchLists, words: 'admin.nav.watchLists', icon: 'flag', needs: 'watch:read' },
  { to: paths.orderTerms, words: 'admin.nav.orderTerms', icon: 'edit', needs: 'terms:read' },
  { to: paths.bankAccounts, words: 'admin.nav.bankAccounts', icon: 'card', needs: 'bank:read' },
  { to: paths.operator, words: 'admin.nav.operator', icon: 'flag', needs: 'operator:write' },
  { to: paths.systemStatus, words: 'admin.nav.systemStatus', icon: 'dashboard', needs: 'system:read' },
  { to: paths.retention, words: 'admin.nav.retention', icon: 'clock' },
  { to: paths.adminSecurity, words: 'admin.nav.security', icon: 'lock' },
  { to: paths.home, words: 'admin.nav.home', icon: 'home' },
];

/** The links that a role may follow. */
export function linksOf(role: string): AdminLink[] {
  return adminLinks.filter(({ needs }) => needs === undefined || isPermitted(role, needs));
}
