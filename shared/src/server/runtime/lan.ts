import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';

/** Interfaces of containers and virtual machines, which no phone reaches. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|podman)/;

/** IPv4 addresses by which other machines of the network reach this one, those of hardware first. */
export function lanAddresses(): string[] {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, list]) =>
    (list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, isVirtual: VIRTUAL.test(name) })),
  );
  return addresses.sort((a, b) => Number(a.isVirtual) - Number(b.isVirtual)).map(({ address }) => address);
}

/** Names and IPv4 addresses of this machine in its network. */
export function lanHosts(): string[] {
  const name = hostname().toLowerCase();
  const names = /^[a-z0-9.-]+$/.test(name) ? [name, ...(name.includes('.') ? [] : [`${name}.local`])] : [];
  return [...new Set(['localhost', ...names, '127.0.0.1', ...lanAddresses()])];
}

/** Files of the certificate of `HTTPS=lan` in a data folder. */
export function lanCertificateFiles(dataDir: string): { folder: string; key: string; certificate: string } {
  const folder = join(dataDir, 'https');
  return { folder, key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
}
