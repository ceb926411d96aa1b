import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';

/**
 * Moves the vertices of geometries at map coordinates to the origin, in place, before three.js' loader rounds them to
 * 32 bits. A node around each instance moves it back. Skinned geometries stay.
 */
export function moveFarGeometries(xml: Document): void {
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
