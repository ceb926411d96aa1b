import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { Loader, type Material, Mesh, MeshBasicMaterial, type Object3D } from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { countCopies } from '../count-copies.ts';
import type { FileSet } from '../file-set.ts';
import { MORPHS } from '../loss-messages.ts';
import { childElements, readXml } from '../parse-text.ts';
import { RefusedError } from '../refused-error.ts';
import type { SourceContents } from '../source-contents.ts';
import { normalizeDae } from './normalize-dae.ts';

/**
 * Loads Collada with its unit and up axis.
 * @throws {@link RefusedError} for text that is no Collada, or would become too large.
 */
export function loadDae(text: string, files: FileSet): Object3D {
  const xml = readXml(withoutPrefix(text));
  assertBounded(xml);
  if (xml.getElementsByTagName('morph').length > 0) {
    files.dropped.push(MORPHS);
  }
  normalizeDae(xml);
  files.contents = contentsOfDae(xml);
  const collada = new ColladaLoader(files.manager).parse(new XMLSerializer().serializeToString(xml), '');
  if (!collada) {
    throw new RefusedError(importMessage('damaged.format', { format: 'DAE' }));
  }
  const { scene } = collada;
  mendMaterials(scene);
  if (upAxisOf(xml) === 'X_UP') {
    // The loader handles the other two axes. With X up, the right direction is −Y.
    scene.rotation.set(0, 0, Math.PI / 2);
  }
  // A unit of zero would scale the model to nothing.
  if (!(scene.scale.x > 0 && Number.isFinite(scene.scale.x))) {
    scene.scale.setScalar(1);
  }
  return scene;
}

/** Grey of meshes without a material; the loader would use magenta. */
const PLAIN = 0xcccccc;

/** Makes invisible materials opaque, in place: tools disagree on which end of the scale means opaque. */
function mendMaterials(scene: Object3D): void {
  scene.traverse((object) => {
    const materials: Material[] = object instanceof Mesh ? [object.material].flat() : [];
    for (const material of materials) {
      if (material.opacity === 0) {
        material.opacity = 1;
        material.transparent = false;
      }
      if (material instanceof MeshBasicMaterial && material.name === Loader.DEFAULT_MATERIAL_NAME) {
        material.color.set(PLAIN);
      }
    }
  });
}

function upAxisOf(xml: Document): string | undefined {
  const [axis] = childElements(xml.documentElement, 'asset').flatMap((asset) =>
    childElements(asset, 'up_axis'),
  );
  return axis?.textContent?.trim();
}

function assertBounded(xml: Document): void {
  const library: NodeLibrary = { parts: new Map(), instances: [] };
  const root = xml.documentElement;
  for (const nodes of childElements(root, 'library_nodes')) {
    for (const node of childElements(nodes, 'node')) {
      addNode(node, library);
    }
  }
  let named = 0;
  for (const scenes of childElements(root, 'library_visual_scenes')) {
    for (const scene of childElements(scenes, 'visual_scene')) {
      for (const node of scene.getElementsByTagName('node')) {
        if (!node.hasAttribute('id')) {
          // Id that the loader generates, by which an instance could refer to it.
          node.setAttribute('id', `three_default_${named}`);
          named += 1;
        }
      }
      for (const node of childElements(scene, 'node')) {
        addNode(node, library);
      }
    }
  }
  // Only instances are copied, with their contents.
  countCopies(library.parts, library.instances);
}

type NodeLibrary = {
  /** References of each node, by its id. */
  parts: Map<string, readonly string[]>;
  /** Ids of all instances, once per use. */
  instances: string[];
};

/** Stores a node by its id in the loader's order: inner ones first, and the first of several with the same id. */
function addNode(node: Element, library: NodeLibrary): string {
  const name = String(node.getAttribute('id'));
  const inner = childElements(node, 'node').map((child) => addNode(child, library));
  const instances = childElements(node, 'instance_node').map((instance) =>
    String(instance.getAttribute('url')).substring(1),
  );
  library.instances.push(...instances);
  if (!library.parts.has(name)) {
    library.parts.set(name, [...inner, ...instances]);
  }
  return name;
}

/** Removes the namespace prefix of a Collada document's elements, which three.js' loader does not expect. */
export function withoutPrefix(text: string): string {
  const prefix = /<([\w-]+:)COLLADA[\s>]/.exec(text)?.[1];
  return prefix === undefined ? text : text.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
}

/** Counts what a Collada contains, once it has been tidied. */
function contentsOfDae(xml: Document): SourceContents {
  const byId = new Map([...xml.querySelectorAll('[id]')].map((element) => [element.id, element]));
  const targets = (kind: string, attribute: string, within: Iterable<Element>) =>
    [...within].flatMap((element) =>
      [...element.getElementsByTagName(kind)].flatMap(
        (one) => byId.get((one.getAttribute(attribute) ?? '').substring(1)) ?? [],
      ),
    );
  const materials = targets('instance_material', 'target', [xml.documentElement]);
  const effects = new Set(targets('instance_effect', 'url', materials));
  const pictures = [...effects].flatMap((effect) => picturesOf(effect, byId));
  const isAnimated = [...xml.getElementsByTagName('animation')].some(isMoving);
  return { pictures, animations: isAnimated ? 1 : 0 };
}

/** A texture names a sampler, which names a surface, which names an image; some tools name the image at once. */
function picturesOf(effect: Element, byId: ReadonlyMap<string, Element>): string[] {
  const params = new Map(
    [...effect.getElementsByTagName('newparam')].map((param) => [param.getAttribute('sid') ?? '', param]),
  );
  const textIn = (element: Element | undefined, kind: string) =>
    element?.getElementsByTagName(kind)[0]?.textContent?.trim() ?? '';
  return [...effect.getElementsByTagName('texture')].flatMap((texture) => {
    const named = texture.getAttribute('texture') ?? '';
    const surface = params.get(textIn(params.get(named), 'source'));
    const image = byId.get(surface ? textIn(surface, 'init_from') : named);
    const file = image?.nodeName === 'image' ? textIn(image, 'init_from') : '';
    return file === '' || file.startsWith('data:') ? [] : [file];
  });
}

/** Whether the output of one of its samplers has different values. */
function isMoving(animation: Element): boolean {
  return [...animation.getElementsByTagName('input')]
    .filter((input) => input.getAttribute('semantic') === 'OUTPUT')
    .some((input) => {
      const source = animation.querySelector(
        `[id="${CSS.escape(input.getAttribute('source')?.substring(1) ?? '')}"]`,
      );
      const numbers = source?.getElementsByTagName('float_array')[0]?.textContent?.trim().split(/\s+/) ?? [];
      const accessor = source?.getElementsByTagName('accessor')[0];
      const stride = Number(accessor?.getAttribute('stride') ?? 1);
      return numbers.some((value, i) => i >= stride && value !== numbers[i - stride]);
    });
}
