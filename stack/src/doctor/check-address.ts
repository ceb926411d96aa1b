import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { type Finding, failureText } from './finding.ts';

const CONNECT_WITHIN_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
const RENEW_WITHIN_DAYS = 14;

/**
 * Checks the public address: its protocol, its certificate, and whether Diorama answers there.
 * @param lanCertificate the certificate of this machine, which only a running Diorama shows
 */
export async function checkAddress(
  publicUrl: string,
  { isRunning, lanCertificate = null }: { isRunning: boolean; lanCertificate?: string | null },
): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const findings: Finding[] = [];
  if (isLoopback(hostname)) {
    findings.push({ level: 'ok', text: `${publicUrl} is for this machine alone` });
  } else if (!isSecure) {
    findings.push({
      level: 'warning',
      text: `${publicUrl} is not https, so that phones refuse augmented reality and passwords travel readable`,
      remedy:
        'Put a proxy with a certificate in front and set PUBLIC_URL to its https address, or set HTTPS=lan for phones of this network',
    });
  }
  const ca = lanCertificate ?? undefined;
  if (isSecure && (isRunning || ca === undefined)) {
    findings.push(
      validityOf(await readExpiry({ host: hostname, port: Number(port || 443), ca }), Date.now()),
    );
  }
  return [...findings, ...(isRunning ? [await healthOf(publicUrl, ca)] : [])];
}

/** Finding about the validity of a certificate. Times are in milliseconds since 1970. */
export function validityOf(endsAt: number, now: number): Finding {
  const days = Math.floor((endsAt - now) / DAY_MS);
  return days >= RENEW_WITHIN_DAYS
    ? { level: 'ok', text: `the certificate is valid for ${days} days` }
    : {
        level: days < 0 ? 'problem' : 'warning',
        text: days < 0 ? 'the certificate has expired' : `the certificate expires in ${days} days`,
        remedy: 'Renew it, and see why it was not renewed by itself',
      };
}

/** @throws Error where the certificate is not trusted or the host does not answer */
function readExpiry(to: { host: string; port: number; ca: string | undefined }): Promise<number> {
  const { host, port } = to;
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? host : '';
    const socket = connect({ ...to, servername, timeout: CONNECT_WITHIN_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
  });
}

async function healthOf(publicUrl: string, ca: string | undefined): Promise<Finding> {
  const url = `${publicUrl}/api/health`;
  const options = { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) };
  try {
    const request = url.startsWith('https:') ? get(url, { ...options, ca }) : getPlain(url, options);
    const [answer]: IncomingMessage[] = await once(request, 'response');
    const body = answer === undefined ? '' : await text(answer);
    if (answer?.statusCode === 200) {
      return { level: 'ok', text: `Diorama answers at ${publicUrl}` };
    }
    return { level: 'problem', text: `${url} answers ${answer?.statusCode}: ${body.slice(0, 200)}` };
  } catch (error) {
    return {
      level: 'problem',
      text: `${publicUrl} cannot be reached (${failureText(error)})`,
      remedy: 'See whether the proxy runs and PUBLIC_URL is its address',
    };
  }
}
