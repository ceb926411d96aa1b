import type { Choice, SceneDocument } from '../document.ts';
import { ownMember } from '../json.ts';

const ASSET = /^\/api\/assets\//;

/** Iris of the assets that a choice needs: those in its values, and the maps of materials that it assigns. */
export function assetsOfChoice(
  { materials }: Pick<SceneDocument, 'materials'>,
  { values }: Choice,
): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const maps = ownMember(materials, value)?.maps ?? {};
      for (const iri of [value, ...Object.values<string | null>(maps)]) {
        if (iri !== null && ASSET.test(iri)) {
          found.add(iri);
        }
      }
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  Object.values(values).forEach(visit);
  return [...found];
}
