import type { AddressInfo, Server } from 'node:net';
import { promisify } from 'node:util';
import { reportPorts } from '@diorama/shared/server/runtime/report-ports.ts';
import { openMailFolder } from './mail-folder.ts';
import { createMailServer } from './mail-server.ts';
import { createPageServer } from './page-server.ts';

const HOST = '127.0.0.1';
const [path = 'mail', smtpPort = '0', pagePort = '0'] = process.argv.slice(2);

const folder = await openMailFolder(path);
const mail = createMailServer(folder);
const page = createPageServer(folder);
const [smtp, web] = await Promise.all([
  portOf(mail.listen(Number(smtpPort), HOST)),
  portOf(page.listen(Number(pagePort), HOST)),
]);
reportPorts({ smtp, page: web });

const stop = async () => {
  page.closeAllConnections();
  await Promise.all([promisify(page.close.bind(page))(), promisify(mail.close.bind(mail))()]);
  process.exit(0);
};
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
