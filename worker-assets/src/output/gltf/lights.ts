import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import type { Document, Node } from '@gltf-transform/core';
import { KHRLightsPunctual, type Light } from '@gltf-transform/extensions';
import { type Matrix4, Quaternion, Vector3 } from 'three';
import { linearColor } from './colors.ts';

/** The emitting node, and its world matrix. */
type LitNode = Pick<SceneNode, 'name' | 'kind'> & { world: () => Matrix4 };

const FORWARD = new Vector3(0, 0, -1);

/** Creates punctual lights. The document has the same units: candela and lux, along −Z. */
export class LightFactory {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Adds a light to a node. glTF has neither ambient nor area lights. */
  addTo(node: Node, source: LightSource, { name, kind, world }: LitNode): void {
    if (source.type === 'ambient' || source.type === 'area') {
      return;
    }
    // Created here, so that a scene without lights does not name the extension.
    const light = this.#document
      .createExtension(KHRLightsPunctual)
      .createLight(name || kind)
      .setColor(linearColor(source.color))
      .setIntensity(source.intensity)
      .setType(source.type);
    if (source.type === 'spot') {
      light.setOuterConeAngle(source.angle);
      // The inner cone must be strictly smaller than the outer one.
      light.setInnerConeAngle(Math.min(source.angle * (1 - source.penumbra), source.angle - 1e-4));
    }
    if ('distance' in source) {
      setReach(light, source.distance);
    }
    const holder =
      source.type === 'directional' && source.toward ? this.#aimed(node, source.toward, world()) : node;
    holder.setExtension('KHR_lights_punctual', light);
  }

  /**
   * A child whose −Z points in the light's world direction, independent of the rotation of its ancestors.
   * The parent's other content stays.
   */
  #aimed(node: Node, toward: readonly [number, number, number], world: Matrix4): Node {
    const own = new Vector3(...toward).transformDirection(world.invert());
    const { x, y, z, w } = new Quaternion().setFromUnitVectors(FORWARD, own);
    const aimed = this.#document.createNode(node.getName()).setRotation([x, y, z, w]);
    node.addChild(aimed);
    return aimed;
  }
}

/** A distance of 0 is unlimited, for which glTF omits the range. */
function setReach(light: Light, distance: number): void {
  if (distance > 0) {
    light.setRange(distance);
  }
}
