import type { MetaFunction } from 'react-router';
import type { MessageId } from '#lib/i18n/messages.ts';
import { accountMeta } from '../client/account-meta.ts';

export function adminMeta(path: string, title: MessageId): MetaFunction {
  return accountMeta(path, title, 'admin.about');
}
