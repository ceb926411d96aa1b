// @module-tag full
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isRoot, UNPRIVILEGED } from '../unprivileged.ts';
import { installChromium } from './install-chromium.ts';
import { launchBrowser, YIELDING_STEPS } from './launch-browser.ts';

it('a browser whose sandbox is unavailable starts without it and logs a warning', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'diorama-sandbox-test-'));
  await chmod(dir, 0o711);
  const { executablePath: real, env } = await installChromium(dir);
  const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const users = join(dir, 'users');
  await writeFile(users, '');
  await chmod(users, 0o666);
  // A fake browser for a machine without user namespaces.
  const executablePath = join(dir, 'browser');
  const script = `#!/bin/sh\necho "$(id -u) $(nice)" >> '${users}'\ncase "$*" in *--no-sandbox*) exec env ${variables.join(' ')} '${real}' "$@" ;; esac\nexit 1\n`;
  await writeFile(executablePath, script);
  await chmod(executablePath, 0o755);
  const warn = vi.fn();
  try {
    const { browser, close } = await launchBrowser({ tmpDir: dir, executablePath, logger: { warn } });
    expect(browser.isConnected()).toBe(true);
    await close();
    expect(warn.mock.calls.map(([, message]) => message)).toEqual(['browser runs without its sandbox']);
    // The browser renders untrusted files, so it keeps no root rights, with or without sandbox.
    const user = isRoot() ? UNPRIVILEGED.uid : process.getuid?.();
    const nice = getPriority() + YIELDING_STEPS;
    expect(await readFile(users, 'utf8')).toBe(`${user} ${nice}\n${user} ${nice}\n`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
