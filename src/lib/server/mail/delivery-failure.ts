import { getSystemErrorName } from 'node:util';

type Failure = Partial<
  Record<'code' | 'command' | 'name' | 'response', string> & Record<'errno' | 'responseCode', number>
>;

const MAX_LENGTH = 200;
const ENHANCED_CODE = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/** Why a mail could not be delivered, as codes alone: the words of servers may name the person. */
export function deliveryFailure(error: unknown): string {
  const { code, command, name, response, errno, responseCode } = (error ?? {}) as Failure;
  const system = errno === undefined ? undefined : getSystemErrorName(errno);
  const parts = [code ?? name ?? 'unknown', system, command, responseCode, ENHANCED_CODE.exec(response ?? '')?.[1]];
  return [...new Set(parts.filter((part) => part !== undefined))].join(' ').slice(0, MAX_LENGTH);
}
