/** The values by which the audit log is filtered, as the address of its screen and the call name them. */
export const AUDIT_FILTERS = ['actor', 'actorId', 'action', 'subject', 'subjectId', 'from', 'to'] as const;

export const AUDIT_ACTORS = ['visitor', 'user', 'admin', 'system'] as const;
