import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MANIFEST = join(import.meta.dirname, 'package.json');
const GATEWAY = join(import.meta.dirname, '../gateway/package.json');
/** Signing key of the tokens that peers accept. */
export const PEER_KEY = 'k'.repeat(32);
const MARKER = join(import.meta.dirname, 'node_modules/.package-lock.json');

/** Installs the peers when they are missing or older than the list of them. @throws Error when npm does not succeed. */
export function installPeers(): void {
  if (existsSync(MARKER) && statSync(MARKER).mtimeMs >= statSync(MANIFEST).mtimeMs) {
    return;
  }
  console.log('Installing what to measure against …');
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: import.meta.dirname, stdio: 'inherit' } as const;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (status !== 0) {
    throw new Error('The peers could not be installed');
  }
}

/** The path of a file of an installed peer. */
export function peerPath(specifier: string): string {
  return createRequire(MANIFEST).resolve(specifier);
}

/** The path of a command that an installed peer brings. */
export function peerBinary(name: string): string {
  return join(import.meta.dirname, 'node_modules/.bin', name);
}

/** Loads a peer; `T` is what the caller uses of it, as types are not installed when the project is checked. */
export async function loadPeer<T>(specifier: string): Promise<T> {
  return import(pathToFileURL(peerPath(specifier)).href);
}

/**
 * Loads a library in the version that the gateway uses. A bare import from here may resolve to another
 * version: npm hoists either one to the root.
 * An old busboy, hoisted for a test tool, never answered some uploads.
 */
export async function loadOurs<T>(specifier: string): Promise<T> {
  return import(pathToFileURL(createRequire(GATEWAY).resolve(specifier)).href);
}

/** A peer's server in a separate process. */
export type PeerServer = Disposable & { url: string };

/** Starts `servers/<file>`. */
export async function startPeer(file: string, env: Record<string, string> = {}): Promise<PeerServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'servers', file)], {
    env: { PATH: process.env.PATH, KEY: PEER_KEY, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => child.kill() };
}
