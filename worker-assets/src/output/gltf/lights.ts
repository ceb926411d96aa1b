import type { NodeOf } from '@diorama/shared/scene/document.ts';
import type { Document, Node } from '@gltf-transform/core';
import { KHRLightsPunctual, type Light } from '@gltf-transform/extensions';
import { linearColor } from './colors.ts';

type LightNode = NodeOf<'pointLight'> | NodeOf<'spotLight'> | NodeOf<'directionalLight'>;

/** Makes punctual lights; their units are the document's: candela and lux, along −Z. */
export class LightFactory {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  addTo(node: Node, source: LightNode): void {
    // Created here, so that a scene without lights does not name the extension.
    const extension = this.#document.createExtension(KHRLightsPunctual);
    const light = extension
      .createLight(source.name || source.kind)
      .setColor(linearColor(source.props.color))
      .setIntensity(source.props.intensity);
    switch (source.kind) {
      case 'pointLight':
        setReach(light.setType('point'), source.props.distance);
        break;
      case 'spotLight':
        setReach(light.setType('spot'), source.props.distance);
        // The inner cone must be strictly smaller than the outer one.
        light.setOuterConeAngle(source.props.angle);
        light.setInnerConeAngle(
          Math.min(source.props.angle * (1 - source.props.penumbra), source.props.angle - 1e-4),
        );
        break;
      case 'directionalLight':
        light.setType('directional');
        break;
    }
    node.setExtension('KHR_lights_punctual', light);
  }
}

/** A distance of 0 is endless, which glTF says by saying nothing. */
function setReach(light: Light, distance: number): void {
  if (distance > 0) {
    light.setRange(distance);
  }
}
