import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** How to handle an email: accept it, reject it with a code, or close the connection during or after receiving it. */
export type MailHandling = 'accept' | 'cut' | 'accept and cut' | number;
export type ReceivedMail = Email & { recipients: string[] };

/** Starts an SMTP server that handles the nth email as `receive` says and collects the accepted ones. */
export async function mailServer(
  receive: (nth: number) => MailHandling = () => 'accept',
  { port = 0, ...options }: SMTPServerOptions & { port?: number } = {},
) {
  const arrived: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    logger: false,
    onData(stream, session, done) {
      const reception = receive(++tries);
      const cut = () => {
        for (const socket of sockets) socket.destroy();
      };
      if (reception === 'cut') return void stream.once('data', cut);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (typeof reception === 'number') {
          return done(
            Object.assign(new Error('5.1.1 <somebody@else.example> is not welcome'), { responseCode: reception }),
          );
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipients });
        if (reception === 'accept') done();
        else cut();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((opened) => server.listen(port, '127.0.0.1', opened));
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  onTestFinished(close);
  const taken = (server.server.address() as AddressInfo).port;
  return { url: `smtp://127.0.0.1:${taken}`, port: taken, arrived, tries: () => tries, close };
}
