import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Load } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { auditCalls } from '../model/audit-calls.ts';
import type { AuditResponse } from '../model/audit-contract.ts';
import { AUDIT_FILTERS } from '../model/audit-filters.ts';

/** Loads a page of the audit log. `failed` is the message if the filters are invalid. */
export const loadAudit: Load<{ audit: AuditResponse | null; failed: string | null }> = async ({ api, url }) => {
  try {
    const query = queryFrom(url.searchParams, [...AUDIT_FILTERS, 'after']);
    return { audit: await api.call(auditCalls.find, { query }), failed: null };
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 400) throw error;
    return { audit: null, failed: error.message };
  }
};
