/** What an administrator may do, by noun and verb. Endpoints of the back office declare the one they need. */
export const PERMISSIONS = [
  'dashboard:read',
  'users:read',
  'users:write',
  'users:delete',
  'cars:read',
  'cars:write',
  'bookings:read',
  'bookings:write',
  'payments:read',
  'payments:write',
  'reviews:read',
  'reviews:write',
  'messages:read',
  'messages:write',
  'reports:read',
  'audit:read',
  'system:read',
  'people:read',
  'people:write',
  'approvals:read',
  'approvals:write',
  'operator:write',
  'bank:read',
  'bank:write',
  'terms:read',
  'terms:write',
  'watch:read',
  'watch:write',
  'statements:read',
  'statements:write',
  'documents:read',
  'documents:write',
  'rules:read',
  'rules:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The roles of the back office. The check of `admins.role` in the database lists them too. */
export const ROLES = ['administrator', 'moderator', 'finance', 'support'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS_OF: Record<Role, readonly Permission[]> = {
  administrator: PERMISSIONS,
  moderator: ['cars:read', 'cars:write', 'reviews:read', 'reviews:write', 'messages:read'],
  finance: [
    'dashboard:read',
    'cars:read',
    'bookings:read',
    'payments:read',
    'payments:write',
    'reports:read',
    'approvals:read',
    'approvals:write',
    'bank:read',
    'bank:write',
    'terms:read',
    'terms:write',
    'watch:read',
    'watch:write',
    'statements:read',
    'statements:write',
    'documents:read',
    'documents:write',
  ],
  support: [
    'users:read',
    'users:write',
    'cars:read',
    'bookings:read',
    'bookings:write',
    'payments:read',
    'documents:read',
    'reviews:read',
    'messages:read',
    'messages:write',
  ],
};

/** Returns false for unknown roles and permissions. */
export function isPermitted(role: string, permission: string): boolean {
  return ((PERMISSIONS_OF as Record<string, readonly string[] | undefined>)[role] ?? []).includes(permission);
}
