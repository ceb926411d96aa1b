import { EFFECTS_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Support } from './placing.ts';

/**
 * What of a scene comes into a room: its things and its light, and nothing that stands for a world around them. On a floor
 * it casts its shadow.
 */
export function roomDocument(document: SceneDocument, support: Support): SceneDocument {
  const { environment, effects } = document;
  const off = Object.fromEntries(
    Object.entries(effects).map(([name, value]) => [
      name,
      typeof value === 'object' ? { ...value, enabled: false } : value,
    ]),
  );
  return {
    ...document,
    environment: {
      ...environment,
      background: { ...environment.background, kind: 'transparent' },
      ground: { ...environment.ground, kind: support === 'floor' ? 'shadow' : 'none' },
      fog: { ...environment.fog, enabled: false },
    },
    // The tone of the picture stays; what is done to it afterwards is done to a page and not to a room.
    effects: { ...effects, ...off, antialiasing: EFFECTS_DEFAULTS.antialiasing },
  };
}
