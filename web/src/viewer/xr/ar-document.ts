import { EFFECTS_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Support } from './placing.ts';

/** Document for AR: nodes and lights without surroundings. On a floor it casts a shadow. */
export function arDocument(document: SceneDocument, support: Support): SceneDocument {
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
    // Tone mapping stays; other effects apply to a page only.
    effects: { ...effects, ...off, antialiasing: EFFECTS_DEFAULTS.antialiasing },
  };
}
