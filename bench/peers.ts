import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MANIFEST = join(import.meta.dirname, 'package.json');
const GATEWAY = join(import.meta.dirname, '../gateway/package.json');
const MARKER = join(import.meta.dirname, 'node_modules/.package-lock.json');

/** Installs the peers when they are missing or older than their manifest. @throws Error when npm fails. */
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

/** The path of an executable of an installed peer. */
export function peerBinary(name: string): string {
  return join(import.meta.dirname, 'node_modules/.bin', name);
}

/**
 * Loads a peer. `T` describes the parts that the caller uses, because types are not installed during type
 * checks.
 */
export async function loadPeer<T>(specifier: string): Promise<T> {
  return import(pathToFileURL(peerPath(specifier)).href);
}

/**
 * Loads a library in the version that the gateway uses. A bare import from this folder may resolve to another
 * version, because npm hoists either of two. An old busboy, a dependency of a test tool, never answered some
 * uploads.
 */
export async function loadOurs<T>(specifier: string): Promise<T> {
  return import(pathToFileURL(createRequire(GATEWAY).resolve(specifier)).href);
}
