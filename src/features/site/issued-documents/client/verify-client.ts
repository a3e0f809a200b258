import { data, redirect } from 'react-router';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { verifyCalls } from '../../site-calls.ts';
import { readCode } from '../model/document.ts';
import type { CheckedFile, VerifiedDocument } from '../model/verify-contract.ts';
import { type CheckedBytes, checkBytes } from './check-signature.ts';

export const verifyPath = (code: string) => paths.verifyCode.replace(':code', encodeURIComponent(code));

type VerifyPage = { typed: string | null; document: VerifiedDocument | null };

/** Loads the document of a code. Redirects other spellings of the code, and the form, to its one address. */
export async function loadVerification({ api, url, params }: LoadInput) {
  const typed = params.code ?? url.searchParams.get('code');
  const page: VerifyPage = { typed, document: null };
  if (typed === null) return data(page);
  const code = readCode(typed);
  if (code === null) return data(page, { status: 404 });
  if (params.code !== code) throw redirect(verifyPath(code));
  try {
    return data({ typed, document: await api.call(verifyCalls.read, { params: { code } }) });
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 404) throw error;
    return data(page, { status: 404 });
  }
}

export type FileAnswer = { server: CheckedFile } | { offline: CheckedBytes } | { refused: string };

/** Compares a PDF with the issued ones. Without a connection, checks only its signature. */
export async function checkFile(file: File): Promise<FileAnswer> {
  const form = new FormData();
  form.append('file', file);
  try {
    return { server: await sendForm(verifyCalls.check, form) };
  } catch (error) {
    if (isApiFailure(error)) return { refused: error.message };
    if (!isNetworkError(error)) throw error;
    return { offline: await checkBytes(new Uint8Array(await file.arrayBuffer())) };
  }
}
