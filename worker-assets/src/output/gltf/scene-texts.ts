import { tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { OptionTexts } from '@diorama/shared/scene/options/option-texts.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import type { Document, Node } from '@gltf-transform/core';
import { Vector3 } from 'three';
import { shownScene } from '../measure.ts';

/** Texts of annotations by the node that they stand on; null for the scene itself. */
export type AnnotationTexts = ReadonlyMap<Node | null, readonly string[]>;

/**
 * Adds the visible annotations to the extras of the scene, in the order of the tour, with places in its space.
 * @param built - the written nodes by their ids
 */
export function addAnnotations(
  document: Document,
  scene: SceneDocument,
  built: ReadonlyMap<string, Node>,
): AnnotationTexts {
  const texts = new Map<Node | null, string[]>();
  const stops = tourOf(scene);
  if (stops.length === 0) {
    return texts;
  }
  const resolved = resolveScene(scene);
  const annotations = stops.flatMap(({ id, node: { name: title, description, props } }) => {
    const place = resolved.get(id);
    if (!place?.visible) {
      return [];
    }
    const host = built.get(place.parent ?? '') ?? null;
    const line = [title, description || props.text].filter((text) => text !== '').join(': ');
    if (line !== '') {
      texts.set(host, [...(texts.get(host) ?? []), line]);
    }
    const position = new Vector3().setFromMatrixPosition(place.world).toArray();
    return [{ title, text: props.text, description, position }];
  });
  addExtras(document, { annotations });
  return texts;
}

/** Adds the options to the extras of the scene. */
export function addOptions(document: Document, options: readonly OptionTexts[]): void {
  if (options.length > 0) {
    addExtras(document, { options });
  }
}

function addExtras(document: Document, extras: Record<string, unknown>): void {
  const scene = shownScene(document);
  scene?.setExtras({ ...scene.getExtras(), ...extras });
}
