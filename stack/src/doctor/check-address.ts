import { connect } from 'node:tls';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { type Finding, sentenceOf } from './finding.ts';

const CONNECT_WITHIN_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;
const RENEW_WITHIN_DAYS = 14;

/** Checks the public address: its protocol, its certificate, and whether Diorama answers there. */
export async function checkAddress(
  publicUrl: string,
  { isRunning }: { isRunning: boolean },
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
      remedy: 'Put a proxy with a certificate in front and set PUBLIC_URL to its https address',
    });
  }
  if (isSecure) {
    findings.push(validityOf(await readExpiry(hostname, Number(port || 443)), Date.now()));
  }
  return [...findings, ...(isRunning ? [await healthOf(publicUrl)] : [])];
}

/** What follows from the end of a certificate, in milliseconds since 1970. */
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
function readExpiry(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: CONNECT_WITHIN_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
  });
}

async function healthOf(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/api/health`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
    if (answer.ok) {
      return { level: 'ok', text: `Diorama answers at ${publicUrl}` };
    }
    return {
      level: 'problem',
      text: `${url} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return {
      level: 'problem',
      text: `${publicUrl} cannot be reached (${sentenceOf(cause)})`,
      remedy: 'See whether the proxy runs and PUBLIC_URL is its address',
    };
  }
}
