import { isPermitted, type Permission } from '#features/people/sessions/model/roles.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import type { AdminIconName } from '#ui/admin/admin-icon.tsx';

/** `needs`: the permission without which the server refuses the screen. */
type AdminLink = { to: string; words: MessageKey; icon: AdminIconName; needs?: Permission };
/** `words`: the heading; null for a group that needs none. */
type LinkGroup = { words: MessageKey | null; links: AdminLink[] };

/** Links of the admin navigation, in order: first the start, then what people do all day, last what they set up once. */
const adminLinks: LinkGroup[] = [
  {
    words: null,
    links: [{ to: paths.adminDashboard, words: 'admin.nav.dashboard', icon: 'dashboard', needs: 'dashboard:read' }],
  },
  {
    words: 'admin.nav.group.sales',
    links: [
      { to: paths.adminOrders, words: 'admin.nav.orders', icon: 'tasks', needs: 'bookings:read' },
      { to: paths.bookingManagement, words: 'admin.nav.bookings', icon: 'calendar', needs: 'bookings:read' },
      { to: paths.shipmentBoard, words: 'admin.nav.shipments', icon: 'ship', needs: 'bookings:read' },
      { to: paths.adminClaims, words: 'admin.nav.claims', icon: 'flag', needs: 'bookings:read' },
    ],
  },
  {
    words: 'admin.nav.group.cars',
    links: [
      { to: paths.carManagement, words: 'admin.nav.cars', icon: 'car', needs: 'cars:read' },
      { to: paths.moderation, words: 'admin.nav.moderation', icon: 'queue', needs: 'cars:write' },
      { to: paths.vehicleNames, words: 'admin.nav.vehicleNames', icon: 'edit', needs: 'cars:write' },
      { to: paths.importRules, words: 'admin.nav.importRules', icon: 'globe', needs: 'rules:read' },
    ],
  },
  {
    words: 'admin.nav.group.money',
    links: [
      { to: paths.paymentManagement, words: 'admin.nav.payments', icon: 'card', needs: 'payments:read' },
      { to: paths.bankStatements, words: 'admin.nav.bankStatements', icon: 'statement', needs: 'statements:read' },
      { to: paths.payouts, words: 'admin.nav.payouts', icon: 'payout', needs: 'bank:read' },
      { to: paths.books, words: 'admin.nav.books', icon: 'book', needs: 'reports:read' },
      { to: paths.documents, words: 'admin.nav.documents', icon: 'paper', needs: 'documents:read' },
    ],
  },
  {
    words: 'admin.nav.group.people',
    links: [
      { to: paths.userManagement, words: 'admin.nav.users', icon: 'users', needs: 'users:read' },
      { to: paths.adminMessages, words: 'admin.nav.messages', icon: 'mail', needs: 'messages:read' },
      { to: paths.reviewManagement, words: 'admin.nav.reviews', icon: 'star', needs: 'reviews:read' },
      { to: paths.people, words: 'admin.nav.people', icon: 'team', needs: 'people:read' },
      { to: paths.approvals, words: 'admin.nav.approvals', icon: 'check', needs: 'approvals:read' },
      { to: paths.watchLists, words: 'admin.nav.watchLists', icon: 'view', needs: 'watch:read' },
      { to: paths.auditLog, words: 'admin.nav.audit', icon: 'history', needs: 'audit:read' },
    ],
  },
  {
    words: 'admin.nav.group.settings',
    links: [
      { to: paths.orderTerms, words: 'admin.nav.orderTerms', icon: 'edit', needs: 'terms:read' },
      { to: paths.bankAccounts, words: 'admin.nav.bankAccounts', icon: 'bank', needs: 'bank:read' },
      { to: paths.operator, words: 'admin.nav.operator', icon: 'building', needs: 'operator:write' },
      { to: paths.systemStatus, words: 'admin.nav.systemStatus', icon: 'pulse', needs: 'system:read' },
      { to: paths.retention, words: 'admin.nav.retention', icon: 'clock' },
      { to: paths.adminSecurity, words: 'admin.nav.security', icon: 'lock' },
      { to: paths.home, words: 'admin.nav.home', icon: 'home' },
    ],
  },
];

/** The groups of links that a role may follow, without empty ones. */
export function linkGroupsOf(role: string): LinkGroup[] {
  return adminLinks
    .map(({ words, links }) => ({
      words,
      links: links.filter(({ needs }) => needs === undefined || isPermitted(role, needs)),
    }))
    .filter(({ links }) => links.length > 0);
}

/** The screens that a role may open. It starts with the first. */
export const linksOf = (role: string): AdminLink[] => linkGroupsOf(role).flatMap(({ links }) => links);
