import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { tellPorts } from '@diorama/shared/server/listening.ts';

/**
 * The used part of maildev, which has no types: two servers that are internal when it runs as a program.
 * Ports are strings, as the number 0 selects its default.
 */
type MailServer = {
  create(port: string, host: string, folder: string): void;
  loadMailsFromDirectory(): void;
  listen(): void;
  close(done: () => void): void;
  smtp: { server: Server };
};
type Page = {
  start(
    port: string,
    host: string,
    mail: MailServer,
    ...rest: [undefined, undefined, undefined, object]
  ): void;
  close(done: () => void): void;
  server: Server;
};

const HOST = '127.0.0.1';
const [folder = 'mail', smtpPort = '0', pagePort = '0'] = process.argv.slice(2);

const load = createRequire(import.meta.url);
const logger: { setLevel(level: number): void } = load('maildev/lib/logger');
const mail: MailServer = load('maildev/lib/mailserver');
const page: Page = load('maildev/lib/web');

// It would print each mail otherwise.
logger.setLevel(0);
mail.create(smtpPort, HOST, folder);
mail.loadMailsFromDirectory();
page.start(pagePort, HOST, mail, undefined, undefined, undefined, {});
mail.listen();
const [smtp, web] = await Promise.all([mail.smtp.server, page.server].map(portOf));
tellPorts({ smtp, page: web } as Record<string, number>);

const stop = () => page.close(() => mail.close(() => process.exit(0)));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The start command has ended.
process.on('disconnect', stop);

async function portOf(server: Server): Promise<number> {
  if (!server.listening) {
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  }
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}
