import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { reportPorts } from '@diorama/shared/server/runtime/report-ports.ts';

/**
 * The used parts of maildev, which has no types: two servers that its command line keeps private. Ports are
 * strings, because maildev replaces the number 0 by its default.
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

// By default it prints each mail.
logger.setLevel(0);
mail.create(smtpPort, HOST, folder);
mail.loadMailsFromDirectory();
page.start(pagePort, HOST, mail, undefined, undefined, undefined, {});
mail.listen();
const [smtp, web] = await Promise.all([mail.smtp.server, page.server].map(portOf));
reportPorts({ smtp, page: web } as Record<string, number>);

const stop = () => page.close(() => mail.close(() => process.exit(0)));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The start command has ended.
process.on('disconnect', stop);

async function portOf(server: Server): Promise<number> {
  if (!server.listening) {
    await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  }
  // The address of a server that listens on a port has this form.
  return (server.address() as AddressInfo).port;
}
