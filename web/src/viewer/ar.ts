import type { PublicScene } from './public-scene.ts';

/** What a device can do with a scene: open it in Quick Look, in Scene Viewer, or hand it to one that can. */
export type ArDevice = 'ios' | 'android' | 'other';

/** What the links are made of; addresses are absolute, null until an output is stored. */
export type ArScene = {
  name: string;
  glb: string | null;
  glbMobile: string | null;
  /** What Scene Viewer reads; null where a scene was published before there was one. */
  glbAr: string | null;
  usdz: string | null;
  pageUrl: string;
  fixedScale: boolean;
  placement: 'floor' | 'wall';
};

/** What of a published scene the links are made of. */
export function arSceneOf({ name, output, sharing, uuid }: PublicScene): ArScene {
  return {
    name,
    glb: output.glb,
    glbMobile: output.glbMobile,
    glbAr: output.glbAr,
    usdz: output.usdz,
    pageUrl: `${location.origin}/view/${uuid}`,
    fixedScale: sharing.arFixedScale,
    placement: sharing.arPlacement,
  };
}

/** Which AR this browser can open. */
export function detectArDevice(): ArDevice {
  if (document.createElement('a').relList.supports('ar')) {
    return 'ios';
  }
  return /android/i.test(navigator.userAgent) ? 'android' : 'other';
}

/** The link that opens AR on a device; null where there is none, or nothing to open. */
export function arLink(device: ArDevice, scene: ArScene): string | null {
  if (device === 'ios') {
    return quickLookUrl(scene);
  }
  return device === 'android' ? sceneViewerUrl(scene) : null;
}

/** The address for Quick Look, to stand in `<a rel="ar"><img></a>`. */
export function quickLookUrl({ usdz, fixedScale }: ArScene): string | null {
  if (usdz === null) {
    return null;
  }
  return fixedScale ? `${usdz}#allowsContentScaling=0` : usdz;
}

/**
 * The intent for Scene Viewer, which shows the scene by itself where there is no AR; a device without it gets the scene's page.
 * By https://developers.google.com/ar/develop/scene-viewer
 */
export function sceneViewerUrl({
  name,
  glb,
  glbMobile,
  glbAr,
  pageUrl,
  fixedScale,
  placement,
}: ArScene): string | null {
  const file = glbAr ?? glbMobile ?? glb;
  if (file === null) {
    return null;
  }
  const query = new URLSearchParams({ file, mode: 'ar_preferred', title: name, link: pageUrl });
  if (fixedScale) {
    query.set('resizable', 'false');
  }
  if (placement === 'wall') {
    query.set('enable_vertical_placement', 'true');
  }
  // Scene Viewer reads `+` as a plus.
  const search = query.toString().replaceAll('+', '%20');
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(pageUrl)}`,
  ].join(';');
  return `intent://arvr.google.com/scene-viewer/1.0?${search}#Intent;${intent};end;`;
}

const AR_HASH = '#ar';

/** The address of a public page that goes on into AR where a device has it. */
export function arAddress(pageUrl: string): string {
  return pageUrl + AR_HASH;
}

/** Whether somebody came for AR. */
export function wantsAr(hash: string): boolean {
  return hash === AR_HASH;
}

/** Whether an address reaches this computer only. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    hostname === '[::1]'
  );
}
