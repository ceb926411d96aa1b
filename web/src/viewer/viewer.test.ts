import { messages as viewerEn } from '@diorama/shared/i18n/en/viewer.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { describe, expect, it } from 'vitest';
import { type ArScene, isLoopbackUrl, quickLookUrl, sceneViewerUrl } from './ar.ts';
import { fetchTranslate, languageOfPath } from './language.ts';
import { createPercentage } from './loading.ts';
import { nameOfFile } from './open-scene.ts';
import { fetchPageTranslate } from './page-language.ts';
import { type PublicScene, uuidOfPath } from './public-scene.ts';

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const scene: ArScene = {
  name: 'Chair & table + lamp',
  glb: 'https://d.test/files/a/scene.glb',
  glbMobile: 'https://d.test/files/b/scene.glb?s=1&t=2',
  glbAr: 'https://d.test/files/d/scene-ar.glb?s=1&t=2',
  usdz: 'https://d.test/files/c/scene.usdz',
  pageUrl: `https://d.test/view/${UUID}`,
  fixedScale: false,
  placement: 'floor',
};

describe('AR links', () => {
  it('open Quick Look, with a fixed scale if the scene requires it', () => {
    expect(quickLookUrl(scene)).toBe(scene.usdz);
    expect(quickLookUrl({ ...scene, fixedScale: true })).toBe(`${scene.usdz}#allowsContentScaling=0`);
    expect(quickLookUrl({ ...scene, usdz: null })).toBeNull();
  });

  it('open Scene Viewer with its GLB, and fall back to the page', () => {
    const [address = '', intent = ''] = (sceneViewerUrl(scene) ?? '').split('#Intent;');
    const query = new URL(address.replace('intent:', 'https:')).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      file: scene.glbAr,
      mode: 'ar_preferred',
      title: scene.name,
      link: scene.pageUrl,
    });
    expect(address).not.toContain('+');
    // The package Google Play Services for AR does not open on unsupported devices.
    expect(intent.split(';')).toContain('package=com.google.android.googlequicksearchbox');
    expect(intent).toContain(`S.browser_fallback_url=${encodeURIComponent(scene.pageUrl)};end;`);
  });

  it('open Scene Viewer with the mobile GLB of scenes without an AR GLB', () => {
    const url = sceneViewerUrl({ ...scene, glbAr: null }) ?? '';
    const [address = ''] = url.split('#Intent;');
    expect(new URL(address.replace('intent:', 'https:')).searchParams.get('file')).toBe(scene.glbMobile);
  });

  it('pass wall placement and fixed scale to Scene Viewer', () => {
    const url =
      sceneViewerUrl({ ...scene, placement: 'wall', fixedScale: true, glbAr: null, glbMobile: null }) ?? '';
    expect(url).toContain('enable_vertical_placement=true');
    expect(url).toContain('resizable=false');
    expect(url).toContain(encodeURIComponent(scene.glb ?? ''));
    expect(sceneViewerUrl({ ...scene, glb: null, glbMobile: null, glbAr: null })).toBeNull();
  });

  it('recognize loopback addresses', () => {
    expect(['http://localhost:3000/x', 'http://127.0.0.1/', 'http://[::1]:3/'].every(isLoopbackUrl)).toBe(
      true,
    );
    expect(isLoopbackUrl('http://192.168.1.4:3000/')).toBe(false);
  });
});

describe('the viewer page', () => {
  it('finds the scene in every form of its address', () => {
    for (const path of [`/view/${UUID}`, `/en/view/${UUID}`, `/es/view/${UUID}/`, `/embed/${UUID}`]) {
      expect(uuidOfPath(path)).toBe(UUID);
    }
    expect(uuidOfPath('/view/..%2Fapi')).toBe('');
  });

  it('takes the language from the address, then from the browser', () => {
    expect(languageOfPath(`/es/view/${UUID}`, ['en'])).toBe('es');
    expect(languageOfPath(`/view/${UUID}`, ['es-MX', 'en'])).toBe('es');
    expect(languageOfPath(`/view/${UUID}`, ['fr'])).toBe('en');
  });

  it('has texts in both languages', async () => {
    expect((await fetchTranslate('en'))('loading.percent', { percent: 42 })).toBe('1/3 Loading 42 %');
    expect((await fetchTranslate('es'))('loading.preparing')).toBe('2/3 Preparando');
    expect((await fetchTranslate('es'))('by', { author: 'Ana' })).toBe('de Ana');
    expect((await fetchPageTranslate('es'))('by', { author: 'Ana' })).toBe('de Ana');
    expect((await fetchPageTranslate('es'))('comments.send')).toBe('Enviar');
    expect((await fetchPageTranslate('en'))('comments.answers', { count: 1 })).toBe('1 reply');
    expect(Object.keys(viewerEn).length).toBeGreaterThan(20);
  });
});

describe('loading progress', () => {
  it('never decreases and ends at 100', () => {
    const percentage = createPercentage();
    const at = (loadedBytes: number, totalBytes: number | null, pending: number) =>
      percentage({ loadedBytes, totalBytes, pending, failures: [] });
    expect([at(0, null, 1), at(50, 100, 2), at(60, 1000, 2), at(1000, 1000, 1), at(1000, 1000, 0)]).toEqual([
      null,
      50,
      50,
      99,
      100,
    ]);
  });

  it('names a failed file by its node or its file name', () => {
    const model = (name: string, asset: string) => ({ kind: 'model', name, props: { asset } });
    const document = parseDocument({
      nodes: {
        a: model('Engine', '/api/assets/1'),
        b: model('', '/api/assets/2'),
        c: model('Engine', '/api/assets/1'),
        d: { kind: 'text', name: 'Sign' },
      },
    });
    const assets = {
      '/api/assets/2': { url: 'https://d.test/files/x/big%20chair.glb?s=1', mobileUrl: null },
    };
    const shown = { document, assets } as unknown as PublicScene;
    expect(nameOfFile(shown, '/api/assets/1')).toBe('Engine');
    expect(nameOfFile(shown, '/api/assets/2')).toBe('big chair.glb');
    expect(nameOfFile(shown, 'typeface:inter-latin-400-normal.woff')).toBe('Sign');
    expect(
      nameOfFile({ ...shown, document: parseDocument({}) }, 'typeface:inter-latin-400-normal.woff'),
    ).toBeNull();
  });
});
