import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type { metaQuest3, XRDevice } from 'iwer';

/** Globals that the emulator leaves on a page. */
type Emulator = { XRDevice: typeof XRDevice; metaQuest3: typeof metaQuest3 };
type WithHeadset = typeof globalThis & { IWER: Emulator; headset: XRDevice };

/**
 * Emulates a headset on all pages of a context: in an endless room with a floor and no walls, looking at the
 * floor ahead.
 */
export async function putOnHeadset(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('iwer/build/iwer.min.js') });
  await context.addInitScript(() => {
    const { IWER } = globalThis as WithHeadset;
    const headset = new IWER.XRDevice(IWER.metaQuest3, { stereoEnabled: false });
    class EmptyRoom {
      version = '1';
      planesVisible = false;
      boundingBoxesVisible = false;
      meshesVisible = false;
      environmentCanvas = Object.assign(document.createElement('canvas'), { hidden: true });
      trackedPlanes = new Set<never>();
      trackedMeshes = new Set<never>();
      render = () => undefined;
      loadEnvironment = () => undefined;
      loadDefaultEnvironment = () => undefined;
      deleteAll = () => undefined;
      computeDepthBuffer = () => null;
      computeHitTestResults = (ray: ArrayLike<number>) => {
        const at = (index: number) => ray[index] ?? 0;
        // A ray looks along -Z, and the floor is at 0.
        const far = at(13) / at(9);
        const floor = new DOMMatrix().translate(at(12) - at(8) * far, 0, at(14) - at(10) * far);
        return far > 0 ? [floor.toFloat32Array()] : [];
      };
    }
    headset.installSEM(EmptyRoom);
    headset.installRuntime({ forceInstall: true });
    headset.position.set(0, 1.6, 0);
    headset.quaternion.set(-0.13, 0, 0, 0.99);
    // The page's overlay is drawn over the picture of the room, as on a phone.
    headset.canvasContainer.style.zIndex = '5';
    headset.canvasContainer.style.background = '#2e2620';
    Object.assign(globalThis, { headset });
  });
}

/** Presses or releases the right trigger and waits until the session has handled it. */
export async function pullTrigger(page: Page, isPulled: boolean): Promise<void> {
  await page.evaluate(async (value) => {
    const { headset } = globalThis as WithHeadset;
    headset.controllers.right?.updateButtonValue('trigger', value);
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise<unknown>((resolve) => headset.activeSession?.requestAnimationFrame(resolve));
    }
  }, Number(isPulled));
}

/** Ends the session from the headset, as when it is taken off. */
export async function takeOffHeadset(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as WithHeadset).headset.activeSession?.end());
}
