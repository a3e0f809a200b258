import { mediaCalls } from '#features/site/site-calls.ts';
import type { Call, CallContract, ResponseOf } from '#lib/api-client/api-call.ts';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import type { SellPhoto, SellReport } from '../model/sell-draft.ts';

/** Upload limit of the server, checked before sending. */
const MAX_BYTES = 10 * 1024 * 1024;

type Sending = { onProgress: (share: number) => void; signal: AbortSignal };

export async function uploadPhoto(picture: Blob, name: string, sending: Sending): Promise<SellPhoto> {
  const { key, url, placeholder } = await upload(mediaCalls.sendPhoto, 'image', picture, name, sending);
  return { key, url, placeholder };
}

export async function uploadReport(file: File, sending: Sending): Promise<SellReport> {
  const { key, name } = await upload(mediaCalls.sendDocument, 'report', file, file.name, sending);
  return { key, name };
}

function upload<Contract extends CallContract>(
  call: Call<Contract>,
  field: string,
  file: Blob,
  name: string,
  sending: Sending,
): Promise<ResponseOf<Contract>> {
  if (file.size > MAX_BYTES) {
    throw new ApiFailure(413, { message: documentTranslator()('sell.file.tooLarge'), code: 'too_large' });
  }
  const form = new FormData();
  form.set(field, file, name);
  return sendForm(call, form, sending);
}
