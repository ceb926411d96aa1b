import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import type { PublicScene } from './public-scene.ts';

/** AR support of a device: Quick Look, Quick Look in Safari but not in this browser, Scene Viewer, or none. */
type ArDevice = 'ios' | 'iosElsewhere' | 'android' | 'other';

/** Data of the AR links; addresses are absolute, null until an output is stored. */
export type ArScene = {
  name: string;
  glb: string | null;
  glbMobile: string | null;
  /** File for Scene Viewer; null for older publications. */
  glbAr: string | null;
  usdz: string | null;
  pageUrl: string;
  fixedScale: boolean;
  placement: 'floor' | 'wall';
};

/** Extracts the AR data of a published scene. */
export function arSceneOf({ name, output, sharing, uuid, standalone }: PublicScene): ArScene {
  return {
    name,
    glb: output.glb,
    glbMobile: output.glbMobile,
    glbAr: output.glbAr,
    usdz: output.usdz,
    pageUrl: standalone?.pageUrl ?? `${location.origin}/view/${uuid}${location.search}`,
    fixedScale: sharing.arFixedScale,
    placement: sharing.arPlacement,
  };
}

/** Detects the AR support of this browser. */
export function detectArDevice(): ArDevice {
  if (document.createElement('a').relList.supports('ar')) {
    return 'ios';
  }
  if (isIos()) {
    return 'iosElsewhere';
  }
  return /android/i.test(navigator.userAgent) ? 'android' : 'other';
}

/** Whether this is an iPhone or iPad. An iPad sends the name of a Mac, which has no touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}

/** AR link for a device; null if there is none. */
export function arLink(device: ArDevice, scene: ArScene): string | null {
  if (device === 'ios') {
    return quickLookUrl(scene);
  }
  return device === 'android' ? sceneViewerUrl(scene) : null;
}

/** Address for Quick Look, for use in `<a rel="ar"><img></a>`. */
export function quickLookUrl({ usdz, fixedScale }: ArScene): string | null {
  if (usdz === null) {
    return null;
  }
  return fixedScale ? `${usdz}#allowsContentScaling=0` : usdz;
}

/**
 * Intent for Scene Viewer, which falls back to its 3D view without AR; a device without the app opens the scene's page.
 * See https://developers.google.com/ar/develop/scene-viewer
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
  // Scene Viewer does not decode `+` as a space.
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

/** Address of a public page that starts AR where a device supports it. */
export function arAddress(pageUrl: string): string {
  return pageUrl + AR_HASH;
}

/** Address that opens Safari on a page, from iOS 17 on; in older systems it does nothing. */
export function safariUrl(address: string): string {
  return `x-safari-${address}`;
}

/** Whether the address requests AR. */
export function wantsAr(hash: string): boolean {
  return hash === AR_HASH;
}

/** Whether an address is a loopback address. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}
