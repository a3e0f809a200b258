/** Filter parameters of the audit log, both in the page URL and in the API query. */
export const AUDIT_FILTERS = ['actor', 'actorId', 'action', 'subject', 'subjectId', 'from', 'to'] as const;

export const AUDIT_ACTORS = ['visitor', 'user', 'admin', 'system'] as const;
