import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { MailFolder } from './mail-folder.ts';

/** Largest accepted mail, in bytes. */
const MAIL_BYTES = 10_000_000;
const CLIENTS = 10;
/** Time limit of a stop for open connections, in milliseconds. */
const CLOSE_MS = 200;
/** Reply code for a mail that exceeds the size limit (RFC 5321). */
const TOO_LARGE = 552;
/** Reply code for a mail that cannot be accepted (RFC 5321). */
const REFUSED = 554;

/** Creates an SMTP server that stores each received mail in a folder. It delivers nothing. */
export function createMailServer(folder: MailFolder): SMTPServer {
  const server = new SMTPServer({
    size: MAIL_BYTES,
    maxClients: CLIENTS,
    closeTimeout: CLOSE_MS,
    authOptional: true,
    // Clients would refuse the certificate of the library, and no sign-in is needed on this machine.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      store(folder, stream).then(
        () => done(),
        (err) => done(Object.assign(err, { responseCode: stream.sizeExceeded ? TOO_LARGE : REFUSED })),
      );
    },
  });
  // A connection that ends early is no reason to end.
  server.on('error', (err) => console.error(err.message));
  return server;
}

async function store(folder: MailFolder, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    // The rest of a mail that is too large must be read before the answer.
    if (stream.sizeExceeded) {
      chunks.length = 0;
    } else {
      chunks.push(chunk);
    }
  }
  if (stream.sizeExceeded) {
    throw new Error(`The mail is larger than ${MAIL_BYTES} bytes`);
  }
  await folder.add(Buffer.concat(chunks));
}
