import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { type ArScene, arLink, detectArDevice } from './ar.ts';
import { SafariPanel } from './ar-panel.tsx';
import { fetchPageTranslate } from './page-language.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36';
const SCENE: ArScene = {
  name: 'Chair',
  glb: 'https://diorama.test/files/1/chair.glb',
  glbMobile: null,
  glbAr: null,
  usdz: 'https://diorama.test/files/2/chair.usdz',
  pageUrl: 'https://diorama.test/view/1',
  fixedScale: false,
  placement: 'floor',
};

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubDevice(userAgent: string, { hasQuickLook = false, maxTouchPoints = 5 } = {}): void {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints });
  vi.stubGlobal('document', { createElement: () => ({ relList: { supports: () => hasQuickLook } }) });
}

it.each([
  ['Safari on an iPhone', IPHONE, { hasQuickLook: true }, 'ios', true],
  ['Safari on an iPad', IPAD, { hasQuickLook: true }, 'ios', true],
  ['an in-app browser on an iPhone', `${IPHONE} Mobile/15E148 Instagram 300.0`, {}, 'iosElsewhere', false],
  ['an in-app browser on an iPad', IPAD, {}, 'iosElsewhere', false],
  ['a Mac', IPAD, { maxTouchPoints: 0 }, 'other', false],
  ['Android', ANDROID, {}, 'android', true],
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', { maxTouchPoints: 10 }, 'other', false],
] as const)('AR support is detected for %s', (_, userAgent, device, expected, hasLink) => {
  stubDevice(userAgent, device);
  expect(detectArDevice()).toBe(expected);
  expect(arLink(expected, SCENE) !== null).toBe(hasLink);
});

it.each(['en', 'es'] as const)(
  'the Safari panel links to the scene without a QR code in %s',
  async (language) => {
    const t = await fetchPageTranslate(language);
    const html = renderToStaticMarkup(<SafariPanel ref={null} ar={SCENE} t={t} />);
    expect(html).toContain('href="x-safari-https://diorama.test/view/1#ar"');
    expect(html).toContain('value="https://diorama.test/view/1#ar"');
    expect(html).toContain(`>${t('ar.safari.open')}</a>`);
    expect(html).not.toContain(t('ar.code'));
  },
);
