import type { Translator } from '#lib/i18n/translator.ts';
import { AUDIT_ACTIONS } from '../model/audit-actions.ts';

/** The label of an action. Actions of earlier versions are shown as stored. */
export function actionLabel(action: string, t: Translator): string {
  const known = AUDIT_ACTIONS.find((candidate) => candidate === action);
  return known ? t(`admin.audit.action.${known}`) : action;
}
