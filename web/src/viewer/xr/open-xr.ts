import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { PublicScene } from '../public-scene.ts';
import type { Activity } from '../start-activity.ts';
import type { Freedom } from './placing.ts';
import { XrPanel } from './xr-panel.ts';
import { XrStage } from './xr-stage.ts';
import { xrTranslations } from './xr-translations.ts';

/** Dependencies of an XR session. */
type XrOptions = {
  canvas: SceneCanvas;
  sharing: Pick<PublicScene['sharing'], 'arFixedScale' | 'arPlacement'>;
  /** Called when the visitor leaves or the device ends the session. */
  onLeave: () => void;
};

/**
 * Requests an AR session with the scene in it. Call it in the task of a tap.
 * @throws DOMException when the visitor or the device refuses.
 */
export async function openXr({ canvas, sharing, onLeave }: XrOptions): Promise<Activity> {
  const { arPlacement: support } = sharing;
  const freedom = freedomOf(sharing);
  let stage: XrStage | null = null;
  let session: XRSession | null = null;
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
    // A session that has already ended needs nothing more.
    session?.end().catch(() => undefined);
  };
  const panel = new XrPanel({
    support,
    freedom,
    words: xrTranslations(),
    onTurn: () => stage?.turn(),
    onResize: (factor) => stage?.resize(factor),
    onAgain: () => stage?.placeAgain(),
    onLeave: leave,
  });
  document.body.append(panel.element);
  let isOver = false;
  const dispose = () => {
    isOver = true;
    leave();
  };
  try {
    session = await request(panel.element);
    stage = new XrStage({
      canvas,
      session,
      support,
      freedom,
      onStep: (step) => panel.show(step),
      onScale: (scale) => panel.setScale(scale),
    });
    await begin(stage, () => {
      panel.element.remove();
      if (!isOver) {
        onLeave();
      }
    });
  } catch (error) {
    panel.element.remove();
    // Leaving before the start is no refusal.
    if (!hasLeft) {
      leave();
      throw error;
    }
    onLeave();
  }
  return { dispose };
}

/** A scene on a wall keeps its size and cannot be turned. */
function freedomOf({ arPlacement, arFixedScale }: XrOptions['sharing']): Freedom {
  return { turns: arPlacement === 'floor', resizes: arPlacement === 'floor' && !arFixedScale };
}

/** Resolves when the scene is in the room; `onEnd` is called at the end of the session. */
async function begin(stage: XrStage, onEnd: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let hasBegun = false;
    const run = stage.run(() => {
      hasBegun = true;
      resolve();
    });
    run.then(
      () => (hasBegun ? onEnd() : reject(new Error('The session ended before it began'))),
      (error) => {
        if (!hasBegun) {
          reject(error);
          return;
        }
        onEnd();
        reportError(error);
      },
    );
  });
}

async function request(overlay: HTMLElement): Promise<XRSession> {
  if (!navigator.xr) {
    throw new DOMException('There is no WebXR', 'NotSupportedError');
  }
  return await navigator.xr.requestSession('immersive-ar', {
    requiredFeatures: ['hit-test'],
    optionalFeatures: ['dom-overlay'],
    domOverlay: { root: overlay },
  });
}
