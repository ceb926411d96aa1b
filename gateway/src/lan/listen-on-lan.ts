import type { Server } from 'node:http';
import type { Env } from '@diorama/shared/server/runtime/env.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { readLanCertificate } from './lan-certificate.ts';
import { createLanFront, type LanFront } from './lan-front.ts';

/** Interval of looking for new addresses of this machine, in milliseconds. */
const LOOK_AGAIN_MS = 60_000;

/** Listens for HTTPS by a certificate of this machine, which is renewed while the process runs. */
export function listenOnLan(options: {
  server: Server;
  env: Pick<Env, 'publicUrl' | 'host' | 'port' | 'dataDir'>;
  logger: Logger;
}): LanFront {
  const { server, env, logger } = options;
  const read = () => readLanCertificate(env.dataDir, { publicHost: new URL(env.publicUrl).hostname });
  let certificate = read();
  const front = createLanFront({ server, certificate, publicUrl: env.publicUrl });
  const lookAgain = () => {
    try {
      const next = read();
      if (next.cert !== certificate.cert) {
        certificate = next;
        front.renew(next);
        logger.info('LAN certificate was renewed or covers more addresses');
      }
    } catch (err) {
      // Such as a full disk. The certificate is used further, and renewed once it can be written.
      logger.warn({ err }, 'LAN certificate could not be renewed');
    }
  };
  const looking = setInterval(lookAgain, LOOK_AGAIN_MS).unref();
  front.listener.once('close', () => clearInterval(looking));
  front.listener.listen(env.port, env.host);
  return front;
}
