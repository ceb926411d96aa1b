import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { decodeSafely } from '@diorama/shared/domain/file-names.ts';
import { childElements } from '../parse-text.ts';

/** Attributes that refer to required elements, with the targets' element names. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  instance_geometry: ['geometry'],
  instance_controller: ['controller'],
  instance_camera: ['camera'],
  instance_light: ['light'],
  instance_node: ['node'],
};

/**
 * Rewrites a Collada document, in place, so that three.js' loader reads it correctly. That loader reads only one of
 * several single polygons, and no strips or fans. It fails on dangling references and on a file without a scene.
 */
export function normalizeDae(xml: Document): void {
  addAsset(xml);
  leaveOutLoose(xml);
  for (const element of all(xml, 'polygons')) {
    asPolylist(element);
  }
  for (const element of [...all(xml, 'tristrips'), ...all(xml, 'trifans')]) {
    asTriangles(element);
  }
  moveFarGeometries(xml);
  showFirstScene(xml);
  hideTga(xml);
}

/** The loader needs the asset element, which many tools leave out; without it, units are metres and Y is up. */
function addAsset(xml: Document): void {
  const root = xml.documentElement;
  if (childElements(root, 'asset').length === 0) {
    root.prepend(xml.createElementNS(root.namespaceURI, 'asset'));
  }
}

/**
 * Hides the endings of TGA files, for which the loader has its own decoder, because pictures are already in formats
 * that browsers decode.
 */
function hideTga(xml: Document): void {
  for (const image of all(xml, 'init_from')) {
    const name = image.textContent.trim();
    if (/\.tga$/i.test(name)) {
      image.textContent = decodeSafely(name)
        .replaceAll('%', '%25')
        .replace(/\.(?=[^.]*$)/, '%2E');
    }
  }
}

function leaveOutLoose(xml: Document): void {
  const drop = (elements: readonly Element[]) => {
    for (const element of elements) {
      element.remove();
    }
  };
  drop(all(xml, 'camera').filter((camera) => childElements(camera, 'optics').length === 0));
  const effects = idsOf(xml, ['effect']);
  drop(
    all(xml, 'material').filter((material) => {
      const [effect] = all(material, 'instance_effect');
      return !effect || !effects.has(targetOf(effect, 'url'));
    }),
  );
  const materials = idsOf(xml, ['material']);
  drop(all(xml, 'instance_material').filter((one) => !materials.has(targetOf(one, 'target'))));
  for (const [name, kinds] of Object.entries(NAMING)) {
    const known = idsOf(xml, kinds);
    drop(all(xml, name).filter((instance) => !known.has(targetOf(instance, 'url'))));
  }
}

function idsOf(xml: Document, kinds: readonly string[]): Set<string> {
  return new Set(kinds.flatMap((kind) => all(xml, kind).map((element) => element.getAttribute('id') ?? '')));
}

/** The loader also removes the first character, without checking it. */
function targetOf(element: Element, attribute: string): string {
  return (element.getAttribute(attribute) ?? '').substring(1);
}

/** Converts polygons to one list of corners with a count per polygon; holes are filled. */
function asPolylist(polygons: Element): void {
  const faces = [
    ...childElements(polygons, 'p'),
    ...childElements(polygons, 'ph').flatMap((face) => childElements(face, 'p')),
  ].map(numbersIn);
  const stride = strideOf(polygons);
  replace(polygons, 'polylist', {
    vcount: faces.map((face) => Math.floor(face.length / stride)),
    p: faces.flat(),
    count: faces.length,
  });
}

function asTriangles(element: Element): void {
  const stride = strideOf(element);
  const isFan = element.localName === 'trifans';
  const triangles = childElements(element, 'p').flatMap((p) => {
    const numbers = numbersIn(p);
    const corner = (i: number) => numbers.slice(i * stride, (i + 1) * stride);
    const count = Math.max(0, Math.floor(numbers.length / stride) - 2);
    return Array.from({ length: count }, (_, i) => {
      // Every other triangle of a strip has reversed winding.
      const order = isFan ? [0, i + 1, i + 2] : i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2];
      return order.flatMap(corner);
    });
  });
  replace(element, 'triangles', { p: triangles.flat(), count: triangles.length });
}

function replace(
  element: Element,
  name: string,
  {
    vcount,
    p,
    count,
  }: { vcount?: readonly number[]; p: readonly string[] | readonly number[]; count: number },
): void {
  const { ownerDocument: xml, namespaceURI } = element;
  const made = xml.createElementNS(namespaceURI, name);
  const list = (tag: string, numbers: readonly (string | number)[]) => {
    const child = xml.createElementNS(namespaceURI, tag);
    child.textContent = numbers.join(' ');
    return child;
  };
  made.setAttribute('count', String(count));
  const material = element.getAttribute('material');
  if (material !== null) {
    made.setAttribute('material', material);
  }
  made.append(...childElements(element, 'input'), ...(vcount ? [list('vcount', vcount)] : []), list('p', p));
  element.replaceWith(made);
}

/** Numbers per corner: one for each different offset. */
function strideOf(element: Element): number {
  const offsets = childElements(element, 'input').map((input) => Number(input.getAttribute('offset')));
  return Math.max(0, ...offsets) + 1;
}

function numbersIn(p: Element): string[] {
  return (p.textContent ?? '').trim().split(/\s+/).filter(Boolean);
}

/** Adds the reference to the first scene where it is missing; files usually have just one scene. */
function showFirstScene(xml: Document): void {
  const root = xml.documentElement;
  const [scene] = all(xml, 'visual_scene');
  if (childElements(root, 'scene').some((one) => all(one, 'instance_visual_scene').length > 0) || !scene) {
    return;
  }
  const instance = xml.createElementNS(root.namespaceURI, 'instance_visual_scene');
  const id = scene.getAttribute('id') ?? 'scene';
  scene.setAttribute('id', id);
  instance.setAttribute('url', `#${id}`);
  const shown = xml.createElementNS(root.namespaceURI, 'scene');
  shown.append(instance);
  for (const empty of childElements(root, 'scene')) {
    empty.remove();
  }
  root.append(shown);
}

function all(within: Document | Element, name: string): Element[] {
  return [...within.getElementsByTagName(name)];
}

/**
 * Moves the vertices of geometries at map coordinates to the origin, in place, before three.js' loader rounds them to
 * 32 bits. A node around each instance moves it back. Skinned geometries stay.
 */
function moveFarGeometries(xml: Document): void {
  const skinned = new Set(
    [...xml.getElementsByTagName('skin')].map((skin) => skin.getAttribute('source')?.slice(1) ?? ''),
  );
  for (const geometry of xml.getElementsByTagName('geometry')) {
    const offset = skinned.has(geometry.id) ? null : moveGeometry(geometry);
    if (offset) {
      moveInstances(xml, geometry.id, offset);
    }
  }
}

function moveGeometry(geometry: Element): Offset | null {
  const [vertices] = geometry.getElementsByTagName('vertices');
  const input = [...(vertices?.children ?? [])].find((one) => one.getAttribute('semantic') === 'POSITION');
  const id = input?.getAttribute('source')?.slice(1);
  const source = [...geometry.getElementsByTagName('source')].find((one) => one.id === id);
  const [array] = source?.getElementsByTagName('float_array') ?? [];
  const [accessor] = source?.getElementsByTagName('accessor') ?? [];
  if (!array || (accessor?.getAttribute('stride') ?? '3') !== '3' || accessor?.hasAttribute('offset')) {
    return null;
  }
  const numbers = (array.textContent ?? '').trim().split(/\s+/).map(Number);
  const offset = moveToOrigin(numbers);
  if (offset) {
    array.textContent = numbers.join(' ');
  }
  return offset;
}

function moveInstances(xml: Document, id: string, offset: Offset): void {
  const instances = [...xml.getElementsByTagName('instance_geometry')].filter(
    (instance) => instance.getAttribute('url') === `#${id}`,
  );
  for (const instance of instances) {
    const { namespaceURI } = xml.documentElement;
    const node = xml.createElementNS(namespaceURI, 'node');
    const translate = xml.createElementNS(namespaceURI, 'translate');
    translate.textContent = offset.join(' ');
    instance.replaceWith(node);
    node.append(translate, instance);
  }
}
