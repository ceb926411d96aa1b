import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHarness, useHarness } from '../test/harness.ts';

describe('the page server', () => {
  const harness = useHarness();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(harness.url + path, { headers, redirect: 'manual' });

  it('sends a page with its policy for every address of the app, without caching', async () => {
    for (const path of ['/', '/en/login', '/es/scenes/all', '/upgrade/a/pro/billing-cycle']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await answer.text()).toContain('index');
    }
    expect(await (await get('/es/view/01900000-0000-7000-8000-000000000001')).text()).toContain('view');
    expect(await (await get('/embed/01900000-0000-7000-8000-000000000001')).text()).toContain('embed');
  });

  it('includes the frame of each page before its scripts', async () => {
    const frameOf = async (path: string) =>
      /<div class="static-frame" ([^>]*)>/.exec(await (await get(path)).text())?.[1];
    expect(await frameOf('/en/login')).toBe('data-frame="plain"');
    expect(await frameOf('/en/scenes/all')).toBe('data-frame="workspace"');
    expect(await frameOf('/builder/1')).toBe('data-frame="editor"');
    expect(await frameOf('/upgrade-completed/1')).toBe('data-frame="plain"');
    for (const page of ['view', 'embed']) {
      expect(await frameOf(`/${page}/01900000-0000-7000-8000-000000000001`)).toBe('data-frame="scene"');
    }
  });

  it('starts pages in the chosen theme, and payment pages in light', async () => {
    const themeOf = async (path: string, cookie = '') =>
      /<html[^>]* data-theme="([^"]*)"/.exec(await (await get(path, { cookie })).text())?.[1];
    const scene = '/view/01900000-0000-7000-8000-000000000001';
    expect(await themeOf('/en/login')).toBeUndefined();
    expect(await themeOf('/en/login', 'diorama_theme=system')).toBeUndefined();
    expect(await themeOf('/en/login', 'diorama_theme="><script>')).toBeUndefined();
    expect(await themeOf('/en/login', 'diorama_theme=light')).toBe('light');
    expect(await themeOf(scene, 'diorama_theme=dark')).toBe('dark');
    expect(await themeOf('/upgrade/1/pro', 'diorama_theme=dark')).toBe('light');
    expect((await get('/en/login')).headers.get('vary')).toContain('Cookie');
  });

  it('returns 404 with the app’s page for an unknown address', async () => {
    for (const path of ['/nothing/at/all', '/fr/login', '/view/of-nothing', '/index.html']) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await answer.text()).toContain('index');
    }
  });

  it('sends HSTS only if the public address is HTTPS', async () => {
    const strict = async (url: string, path: string) =>
      (await fetch(url + path)).headers.get('strict-transport-security');
    const other = await startHarness({ PUBLIC_URL: 'https://diorama.test' });
    try {
      for (const path of ['/', '/api/health', '/api/nothing', '/assets/app-1a2b.js']) {
        expect(await strict(other.url, path)).toBe('max-age=31536000');
        expect(await strict(harness.url, path)).toBeNull();
      }
    } finally {
      await other.close();
    }
  });

  it('allows Google’s button only where it is configured, and not on scene pages', async () => {
    const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? '';
    expect(await policyOf(`${harness.url}/en/login`)).not.toContain('google');
    const other = await startHarness({ GOOGLE_CLIENT_ID: 'us' });
    try {
      const source = 'https://accounts.google.com/gsi/';
      const login = await policyOf(`${other.url}/en/login`);
      for (const directive of ['script-src', 'style-src', 'connect-src', 'frame-src']) {
        expect(login).toMatch(new RegExp(`${directive} [^;]*${source}`));
      }
      const view = await policyOf(`${other.url}/view/01900000-0000-7000-8000-000000000001`);
      expect(view).not.toContain('google');
    } finally {
      await other.close();
    }
  });

  it('sends hashed files as immutable and compressed, and 304 when unchanged', async () => {
    const path = '/assets/app-1a2b.js';
    const answer = await get(path, { 'accept-encoding': 'gzip' });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(500);
    expect(await answer.text()).toContain('answer = 42');
    const again = await get(path, {
      'accept-encoding': 'gzip',
      'if-none-match': answer.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('allows sandboxed embeds to load hashed files and make visitor calls', async () => {
    const origin = 'null';
    const of = async (path: string, init: RequestInit = {}) =>
      (await fetch(harness.url + path, { ...init, headers: { origin, ...init.headers } })).headers;
    expect((await of('/assets/app-1a2b.js')).get('access-control-allow-origin')).toBe('*');
    expect((await of('/en/login')).get('access-control-allow-origin')).toBeNull();
    const scene = '/api/public/scenes/01900000-0000-7000-8000-000000000001';
    expect((await of(scene)).get('access-control-allow-origin')).toBe('*');
    const preflight = await of(`${scene}/visits`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(preflight.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.get('access-control-allow-headers')).toContain('Content-Type');
    expect((await of('/api/users/me')).get('access-control-allow-origin')).toBeNull();
  });

  it('forbids framing of an embed while the database is unavailable', async () => {
    const cut = await startHarness();
    try {
      const path = `${cut.url}/embed/01900000-0000-7000-8000-000000000001`;
      const policyOf = async () => (await fetch(path)).headers.get('content-security-policy') ?? '';
      expect(await policyOf()).toContain('frame-ancestors *');
      await cut.db.raw('alter table compositions rename to compositions_away');
      expect(await policyOf()).toContain("frame-ancestors 'none'");
    } finally {
      await cut.close();
    }
  });

  it('serves nothing hidden and nothing outside the build', async () => {
    for (const path of [
      '/.built',
      '/assets/../.built',
      '/%2e%2e/secrets.json',
      '/assets/%2e%2e%2f%2e%2e%2fsecrets.json',
      '/none.js',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });

  it('serves the new files after a build replaced them', async () => {
    const file = join(harness.deps.env.webDist, 'assets', 'app-9z.js');
    await writeFile(file, 'old');
    expect(await (await get('/assets/app-9z.js')).text()).toBe('old');
    await rm(file);
    expect((await get('/assets/app-9z.js')).status).toBe(404);
    await writeFile(file, 'newer');
    expect(await (await get('/assets/app-9z.js')).text()).toBe('newer');
  });

  it('is absent from a gateway with the collab role only', async () => {
    const part = await startHarness({ GATEWAY_ROLES: 'collab' });
    try {
      const status = async (path: string) => (await part.call('GET', path)).status;
      expect(await Promise.all(['/', '/api/plans-full', '/api/live', '/api/health'].map(status))).toEqual([
        404, 404, 404, 200,
      ]);
    } finally {
      await part.close();
    }
  });
});
