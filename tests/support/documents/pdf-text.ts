import { extractText, getDocumentProxy } from 'unpdf';

/** What each page of a PDF says. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;
}
