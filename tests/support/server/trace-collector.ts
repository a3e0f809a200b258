import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; doubleValue?: number };

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: Value }[];
};

type Body = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };

/** An OTLP receiver over HTTP on a free port. It answers with `status`. */
export async function traceCollector(status = 200) {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const answers = { status };
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url, headers: request.headers });
    const body = (await json(request)) as Body;
    for (const { scopeSpans } of body.resourceSpans) spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(answers.status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
