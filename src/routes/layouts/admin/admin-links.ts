import type { MessageKey } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import type { AdminIconName } from '#ui/admin/admin-icon.tsx';

/** Links of the admin navigation, in order. */
export const adminLinks: { to: string; words: MessageKey; icon: AdminIconName }[] = [
  { to: paths.adminDashboard, words: 'admin.nav.dashboard', icon: 'dashboard' },
  { to: paths.userManagement, words: 'admin.nav.users', icon: 'users' },
  { to: paths.carManagement, words: 'admin.nav.cars', icon: 'car' },
  { to: paths.moderation, words: 'admin.nav.moderation', icon: 'queue' },
  { to: paths.bookingManagement, words: 'admin.nav.bookings', icon: 'calendar' },
  { to: paths.paymentManagement, words: 'admin.nav.payments', icon: 'card' },
  { to: paths.reviewManagement, words: 'admin.nav.reviews', icon: 'star' },
  { to: paths.adminMessages, words: 'admin.nav.messages', icon: 'mail' },
  { to: paths.auditLog, words: 'admin.nav.audit', icon: 'history' },
  { to: paths.adminSecurity, words: 'admin.nav.security', icon: 'lock' },
  { to: paths.home, words: 'admin.nav.home', icon: 'home' },
];
