import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { ViewerTranslate } from './language.ts';
import type { PublicScene } from './public-scene.ts';
import { startActivity } from './start-activity.ts';
import type { ShownScene } from './use-scene-canvas.ts';

type LiveContext = {
  scene: PublicScene;
  shown: ShownScene | null;
  t: ViewerTranslate;
  /** Called when the visitor's access ends. */
  onRefused: () => void;
};

/**
 * Follows a scene whose link is live; without a connection the published state stays.
 * @returns its current document
 */
export function useLive({ scene, shown, t, onRefused }: LiveContext): SceneDocument {
  const [document, setDocument] = useState<SceneDocument | null>(null);
  const {
    uuid,
    sharing: { live: isLive },
  } = scene;
  const handleRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (!shown || !isLive) {
      return;
    }
    const load = async () => {
      const { openLive } = await fetchCode(() => import('./live/open-live.ts'));
      return openLive({ uuid, shown, t, onRefused: () => handleRefused(), onDocument: setDocument });
    };
    return startActivity(load, () => undefined);
  }, [uuid, isLive, shown, t]);
  return document ?? scene.document;
}
