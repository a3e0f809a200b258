import { expect, test } from 'vitest';
import { PERMISSIONS, PERMISSIONS_OF, type Permission, ROLES } from './roles.ts';

const changes = (permission: Permission) => !permission.endsWith(':read');

test('each role below administrator may change only its own work', () => {
  const changed = ROLES.map((role) => [role, PERMISSIONS_OF[role].filter(changes)]);
  expect(Object.fromEntries(changed)).toEqual({
    administrator: PERMISSIONS.filter(changes),
    moderator: ['cars:write', 'reviews:write'],
    finance: [
      'payments:write',
      'approvals:write',
      'bank:write',
      'terms:write',
      'watch:write',
      'statements:write',
      'documents:write',
    ],
    support: ['users:write', 'bookings:write', 'messages:write'],
  });
});

test('only administrators and support read personal data of users, and only administrators the audit log', () => {
  const readers = (permission: Permission) => ROLES.filter((role) => PERMISSIONS_OF[role].includes(permission));
  expect(readers('users:read')).toEqual(['administrator', 'support']);
  expect(readers('audit:read')).toEqual(['administrator']);
});
